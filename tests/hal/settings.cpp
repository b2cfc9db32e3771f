// What devices the tests find: two, with little memory, whatever the environment says.
#include <gtest/gtest.h>

#include <cstdlib>

namespace belay::test {
namespace {

class Settings final : public testing::Environment {
  public:
    void SetUp() override {
        ::setenv("BELAY_SIM_SOC", "Ascend910B4", 1);
        ::setenv("BELAY_SIM_DEVICES", "2", 1);
        ::setenv("BELAY_SIM_MEMORY", "64M", 1);
    }
};

// The simulator reads them at the first call, which no test makes before this.
const testing::Environment* const kSettings = testing::AddGlobalTestEnvironment(new Settings);

}  // namespace
}  // namespace belay::test
