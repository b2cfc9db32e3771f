#include "program.h"

int main(void) {
    return runProgram("C");
}
