#!/usr/bin/env python3
"""set_env.sh of an installed belay, in each shell that is there."""
import shutil
import unittest

from installed_tree import InstalledTree, clean_environment, run, sourced


class SetEnvTest(InstalledTree):
    shells = [shell for shell in ("bash", "sh", "dash", "zsh") if shutil.which(shell)]

    def expect_environment(self, env, root=None):
        root = str(root or self.root)
        for name in ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "DDK_PATH"):
            self.assertEqual(env[name], root)
        self.assertEqual(env["NPU_HOST_LIB"], root + "/runtime/lib64/stub")
        self.assertEqual(env["LD_LIBRARY_PATH"], root + "/lib64")
        self.assertEqual(env["CMAKE_PREFIX_PATH"], root)
        self.assertEqual(env["PKG_CONFIG_PATH"], root + "/lib64/pkgconfig")
        self.assertEqual(env["PATH"], root + "/bin:" + clean_environment()["PATH"])

    def test_finds_its_own_place(self):
        for shell in self.shells:
            with self.subTest(shell):
                self.expect_environment(sourced(shell, ". '%s/set_env.sh'" % self.root))

    def test_reading_it_twice_changes_nothing(self):
        for shell in self.shells:
            with self.subTest(shell):
                line = ". '%s/set_env.sh'\n" % self.root
                self.expect_environment(sourced(shell, line + line))

    def test_relative_path_strict_shell_and_subshell(self):
        for shell in self.shells:
            with self.subTest(shell):
                out = sourced(shell, "set -eu; cd '%s/bin'; (. ../set_env.sh; env -0); exit" % self.root)
                self.expect_environment(out)

    def test_through_a_link(self):
        link = self.new_folder() / "set_env.sh"
        link.symlink_to(self.root / "set_env.sh")
        for shell in self.shells:
            with self.subTest(shell):
                self.expect_environment(sourced(shell, ". '%s'" % link))

    def test_keeps_what_was_in_the_lists(self):
        env = {**clean_environment(), "LD_LIBRARY_PATH": "/elsewhere"}
        for shell in self.shells:
            with self.subTest(shell):
                after = sourced(shell, ". '%s/set_env.sh'" % self.root, env=env)
                self.assertEqual(after["LD_LIBRARY_PATH"], "%s/lib64:/elsewhere" % self.root)

    def test_leaves_no_names_behind(self):
        for shell in self.shells:
            with self.subTest(shell):
                out = run(shell, "-c", ". '%s/set_env.sh'; set" % self.root)
                self.assertNotIn("_belay", out)

    def test_says_when_the_installation_is_not_there(self):
        copy = self.new_folder() / "set_env.sh"
        shutil.copy(self.root / "set_env.sh", copy)
        for shell in self.shells:
            with self.subTest(shell), self.assertRaisesRegex(AssertionError, "no belay installation"):
                run(shell, "-c", ". '%s' || exit 3" % copy)


if __name__ == "__main__":
    unittest.main()
