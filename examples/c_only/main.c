/* AscendCL from plain C11: the headers need no C++. Describes a tensor and its data, and shows how
 * an error explains itself. Needs no device. */
#include <acl/acl.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program when a call does not answer as the example expects. */
static void expect(int asExpected, const char* what) {
    if (!asExpected) {
        const char* message = aclGetRecentErrMsg();
        fprintf(stderr, "unexpected answer: %s\n%s\n", what, message != NULL ? message : "");
        exit(EXIT_FAILURE);
    }
}

static void showVersion(void) {
    char package[] = "cann";
    char version[ACL_PKG_VERSION_MAX_SIZE];
    expect(aclsysGetVersionStr(package, version) == ACL_SUCCESS, "aclsysGetVersionStr");
    printf("this runtime speaks the API of CANN %s\n", version);
}

static void showTensor(void) {
    const int64_t shape[] = {2, 3};
    float values[2][3] = {{1, 2, 3}, {4, 5, 6}};
    aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT, 2, shape, ACL_FORMAT_ND);
    aclDataBuffer* buffer = aclCreateDataBuffer(values, sizeof values);
    expect(desc != NULL && buffer != NULL, "creating a description and a buffer");
    printf("a tensor of %zu floats takes %zu bytes; its buffer has %zu\n",
           aclGetTensorDescElementCount(desc), aclGetTensorDescSize(desc),
           aclGetDataBufferSizeV2(buffer));
    expect(aclGetTensorDescSize(desc) == aclGetDataBufferSizeV2(buffer), "sizes agree");
    expect(aclGetDataBufferAddr(buffer) == values, "a buffer refers to the caller's memory");
    expect(aclDestroyDataBuffer(buffer) == ACL_SUCCESS, "aclDestroyDataBuffer");
    aclDestroyTensorDesc(desc);
}

static void showHalfPrecision(void) {
    const aclFloat16 third = aclFloatToFloat16(1.0F / 3.0F);
    printf("1/3 as float16 is 0x%04x, read back as %.7f\n", (unsigned)third,
           (double)aclFloat16ToFloat(third));
    expect(third == 0x3555, "1/3 rounds to 0x3555");
}

/* A call that is refused: the code is what the function returns, the text is kept for this thread.
 */
static void showError(void) {
    const aclError code = aclGetCannAttribute(ACL_CANN_ATTR_BF16, NULL);
    const char* message = aclGetRecentErrMsg();
    expect(code == ACL_ERROR_INVALID_PARAM && message != NULL, "a missing result is refused");
    printf("a null pointer for the result gives %d:\n    %s\n", code, message);
    expect(aclGetRecentErrMsg() == NULL, "a message is handed out once");
}

int main(void) {
    expect(aclInit(NULL) == ACL_SUCCESS, "aclInit");
    showVersion();
    showTensor();
    showHalfPrecision();
    showError();
    expect(aclFinalize() == ACL_SUCCESS, "aclFinalize");
    return EXIT_SUCCESS;
}
