#include "ratio.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

namespace belay::bench {
namespace {

// Since the operation began.
std::chrono::steady_clock::duration untimed{};

double nanosecondsPerOperation(const std::function<void(size_t)>& operation, size_t operations) {
    untimed = {};
    const auto start = std::chrono::steady_clock::now();
    operation(operations);
    const std::chrono::duration<double, std::nano> took =
        std::chrono::steady_clock::now() - start - untimed;
    return took.count() / static_cast<double>(operations);
}

// The value that `part` of them are below.
double quantile(std::vector<double> values, double part) {
    const auto index = static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * part);
    std::nth_element(values.begin(), values.begin() + index, values.end());
    return values[static_cast<size_t>(index)];
}

double median(const std::vector<double>& values) {
    return quantile(values, 0.5);
}

struct Options {
    size_t rounds = 11;
    const char* json = nullptr;
    bool check = false;
};

Options parseOptions(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const bool hasValue = i + 1 < argc;
        if (std::strcmp(argv[i], "--check") == 0) {
            options.check = true;
        } else if (std::strcmp(argv[i], "--json") == 0 && hasValue) {
            options.json = argv[++i];
        } else if (std::strcmp(argv[i], "--rounds") == 0 && hasValue) {
            options.rounds = std::max<size_t>(1, std::strtoul(argv[++i], nullptr, 10));
        } else {
            std::fprintf(stderr, "usage: %s [--check] [--rounds N] [--json FILE]\n", argv[0]);
            std::exit(2);  // NOLINT(concurrency-mt-unsafe): one thread so far
        }
    }
    return options;
}

}  // namespace

Untimed::Untimed() : start_(std::chrono::steady_clock::now()) {}

Untimed::~Untimed() {
    untimed += std::chrono::steady_clock::now() - start_;
}

SleepingThread::SleepingThread()
    : thread_([this] {
          std::unique_lock<std::mutex> lock(mutex_);
          wake_.wait(lock, [this] { return stop_; });
      }) {}

SleepingThread::~SleepingThread() {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        stop_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

double ratioWith(double nanoseconds, const std::function<void(size_t)>& plain, size_t operations) {
    double best = nanosecondsPerOperation(plain, operations);
    for (int round = 0; round < 10; ++round) {
        best = std::min(best, nanosecondsPerOperation(plain, operations));
    }
    return (best + nanoseconds) / best;
}

Outcome measure(const Comparison& comparison, size_t rounds, size_t operations) {
    // One round to warm up, not counted.
    comparison.runOurs(operations);
    comparison.runReference(operations);
    std::vector<double> ours;
    std::vector<double> reference;
    std::vector<double> ratios;
    for (size_t round = 0; round < rounds; ++round) {
        const bool oursFirst = round % 2 == 0;
        double first = nanosecondsPerOperation(
            oursFirst ? comparison.runOurs : comparison.runReference, operations);
        double second = nanosecondsPerOperation(
            oursFirst ? comparison.runReference : comparison.runOurs, operations);
        if (!oursFirst) {
            std::swap(first, second);
        }
        ours.push_back(first);
        reference.push_back(second);
        ratios.push_back(first / second);
    }
    const double oursMinimum = *std::min_element(ours.begin(), ours.end());
    const double referenceMinimum = *std::min_element(reference.begin(), reference.end());
    return {median(ratios), oursMinimum / referenceMinimum, oursMinimum, referenceMinimum,
            quantile(ours, 0.9) / median(ours)};
}

namespace {

// Some targets are a thousandth.
std::string ratioText(double ratio) {
    const bool isSmall = ratio != 0 && ratio < 0.1;
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), isSmall ? "%.6fx" : "%.2fx", ratio);
    return text.data();
}

}  // namespace

int run(const std::vector<Comparison>& comparisons, size_t operations, int argc, char** argv) {
    const Options options = parseOptions(argc, argv);
    nlohmann::json report = nlohmann::json::array();
    bool allMet = true;
    for (const Comparison& comparison : comparisons) {
        const Outcome outcome =
            measure(comparison, options.rounds,
                    comparison.operations != 0 ? comparison.operations : operations);
        const bool hasTarget = comparison.target != Comparison::kNoTarget;
        const bool met = !hasTarget || outcome.meets(comparison.target);
        allMet = allMet && met;
        std::printf(
            "%-44s median %7s  minimum %7s  target %6s  %s  (%s %.1f ns, %s %.1f ns; spread "
            "%.1f)\n",
            comparison.name.c_str(), ratioText(outcome.medianRatio).c_str(),
            ratioText(outcome.minimumRatio).c_str(), ratioText(comparison.target).c_str(),
            !hasTarget ? "      "
            : met      ? "met   "
                       : "MISSED",
            comparison.ours.c_str(), outcome.oursMinimum, comparison.reference.c_str(),
            outcome.referenceMinimum, outcome.oursSpread);
        report.push_back({{"name", comparison.name},
                          {"median_ratio", outcome.medianRatio},
                          {"minimum_ratio", outcome.minimumRatio},
                          {"target", comparison.target},
                          {"ours_ns", outcome.oursMinimum},
                          {"reference_ns", outcome.referenceMinimum},
                          {"spread", outcome.oursSpread},
                          {"met", met}});
    }
    if (options.json != nullptr) {
        std::ofstream(options.json) << report.dump(2) << '\n';
    }
    return options.check && !allMet ? 1 : 0;
}

}  // namespace belay::bench
