"""The installed tree that the tests of this folder look at: belay installed, then moved to a path
with spaces. CTest gives the build tree and the compilers in the environment."""
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["BELAY_BUILD"])


def clean_environment():
    """What the tests start from: nothing that could lead to another installation."""
    dropped = ("ASCEND_", "BELAY_", "DDK_PATH", "NPU_HOST_LIB", "LD_", "PKG_CONFIG", "CMAKE_")
    return {k: v for k, v in os.environ.items() if not k.startswith(dropped)}


def run(*command, env=None, cwd=None):
    done = subprocess.run([str(part) for part in command], env=env or clean_environment(), cwd=cwd,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise AssertionError("%s\nended with %d:\n%s" % (shlex.join(done.args), done.returncode,
                                                        done.stdout))
    return done.stdout


def sourced(shell, command, env=None):
    """Runs a command in a shell and answers the environment it leaves behind."""
    out = run(shell, "-c", command + "\nenv -0", env=env)
    return dict(entry.split("=", 1) for entry in out.split("\0") if "=" in entry)


class InstalledTree(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(tempfile.mkdtemp(prefix="belay install "))
        cls.addClassCleanup(shutil.rmtree, cls.work)
        staging = cls.work / "staging"
        run(os.environ["CMAKE"], "--install", BUILD, "--prefix", "/opt/belay",
            env={**clean_environment(), "DESTDIR": str(staging)})
        cls.root = cls.work / "moved tree"
        shutil.move(staging / "opt/belay", cls.root)
        cls.environment = sourced("bash", ". '%s/set_env.sh'" % cls.root)

    def new_folder(self):
        return pathlib.Path(tempfile.mkdtemp(dir=self.work))
