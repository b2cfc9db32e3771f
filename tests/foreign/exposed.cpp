// What belay must not be: a library whose copy of fmt is visible. trap_test.py shows with it that
// its traps catch a library that takes names from the application.
#include <fmt/format.h>

#include <string>

std::string exposedText(int value) {
    return fmt::format("{:>8}", value);
}
