#include "pocl.h"

#ifdef BELAY_HAS_OPENCL

// NOLINTNEXTLINE(readability-identifier-naming): of the OpenCL headers
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>

namespace belay::bench {
namespace {

void check(cl_int code, const char* call) {
    if (code != CL_SUCCESS) {
        std::fprintf(stderr, "%s: OpenCL error %d\n", call, code);
        std::exit(EXIT_FAILURE);
    }
}

class OpenClPocl final : public Pocl {
  public:
    OpenClPocl(cl_device_id device, size_t queueCount) {
        cl_int code = CL_SUCCESS;
        context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
        check(code, "clCreateContext");
        for (size_t i = 0; i < queueCount; ++i) {
            queues_.push_back(clCreateCommandQueue(context_, device, 0, &code));
            check(code, "clCreateCommandQueue");
        }
    }

    ~OpenClPocl() override {
        for (cl_command_queue queue : queues_) {
            clReleaseCommandQueue(queue);
        }
        clReleaseContext(context_);
    }

    void* createBuffer(size_t bytes) override {
        cl_int code = CL_SUCCESS;
        cl_mem buffer = clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &code);
        check(code, "clCreateBuffer");
        return buffer;
    }

    void releaseBuffer(void* buffer) override { clReleaseMemObject(static_cast<cl_mem>(buffer)); }

    void write(size_t queue, void* buffer, const void* source, size_t bytes,
               bool isBlocking) override {
        check(clEnqueueWriteBuffer(queues_[queue], static_cast<cl_mem>(buffer),
                                   isBlocking ? CL_TRUE : CL_FALSE, 0, bytes, source, 0, nullptr,
                                   nullptr),
              "clEnqueueWriteBuffer");
    }

    void read(size_t queue, void* buffer, void* target, size_t bytes, bool isBlocking) override {
        check(clEnqueueReadBuffer(queues_[queue], static_cast<cl_mem>(buffer),
                                  isBlocking ? CL_TRUE : CL_FALSE, 0, bytes, target, 0, nullptr,
                                  nullptr),
              "clEnqueueReadBuffer");
    }

    void hop(size_t from, size_t to) override {
        cl_event event = nullptr;
        check(clEnqueueMarkerWithWaitList(queues_[from], 0, nullptr, &event),
              "clEnqueueMarkerWithWaitList");
        check(clEnqueueBarrierWithWaitList(queues_[to], 1, &event, nullptr),
              "clEnqueueBarrierWithWaitList");
        clReleaseEvent(event);
    }

    void* createKernel(const char* source, const char* name) override {
        cl_int code = CL_SUCCESS;
        cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, &code);
        check(code, "clCreateProgramWithSource");
        check(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
        cl_kernel kernel = clCreateKernel(program, name, &code);
        check(code, "clCreateKernel");
        clReleaseProgram(program);
        return kernel;
    }

    void releaseKernel(void* kernel) override { clReleaseKernel(static_cast<cl_kernel>(kernel)); }

    void setBuffer(void* kernel, uint32_t index, void* buffer) override {
        auto* memory = static_cast<cl_mem>(buffer);
        check(clSetKernelArg(static_cast<cl_kernel>(kernel), index, sizeof(cl_mem),
                             static_cast<const void*>(&memory)),
              "clSetKernelArg");
    }

    void launch(size_t queue, void* kernel, size_t items) override {
        check(clEnqueueNDRangeKernel(queues_[queue], static_cast<cl_kernel>(kernel), 1, nullptr,
                                     &items, nullptr, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
    }

    void launchGroup(size_t queue, void* kernel, size_t items) override {
        check(clEnqueueNDRangeKernel(queues_[queue], static_cast<cl_kernel>(kernel), 1, nullptr,
                                     &items, &items, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
    }

    void finish(size_t queue) override { check(clFinish(queues_[queue]), "clFinish"); }

  private:
    cl_context context_ = nullptr;
    std::vector<cl_command_queue> queues_;
};

}  // namespace

std::unique_ptr<Pocl> Pocl::open(size_t queueCount) {
    cl_uint platformCount = 0;
    if (clGetPlatformIDs(0, nullptr, &platformCount) != CL_SUCCESS || platformCount == 0) {
        return nullptr;
    }
    std::vector<cl_platform_id> platforms(platformCount);
    check(clGetPlatformIDs(platformCount, platforms.data(), nullptr), "clGetPlatformIDs");
    for (cl_platform_id platform : platforms) {
        cl_device_id device = nullptr;
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr) == CL_SUCCESS) {
            return std::make_unique<OpenClPocl>(device, queueCount);
        }
    }
    return nullptr;
}

}  // namespace belay::bench

#else

namespace belay::bench {

std::unique_ptr<Pocl> Pocl::open(size_t) {
    return nullptr;
}

}  // namespace belay::bench

#endif
