"""
What `pyproject.toml` cannot say: a build begins with nothing. Setuptools would put modules
that are gone into a wheel, if an earlier build left them in `build/`.
"""

import shutil

from setuptools import setup
from setuptools.command.build import build


class FreshBuild(build):
    """
    `build` without what an earlier one left.
    """

    def run(self) -> None:
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


setup(cmdclass={"build": FreshBuild})
