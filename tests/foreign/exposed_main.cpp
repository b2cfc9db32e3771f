#include <string>

std::string exposedText(int value);

int main() {
    return exposedText(7) == "       7" ? 0 : 1;
}
