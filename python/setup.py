"""All is said in pyproject.toml but this: where dist/ has been built beside python/, what figures need of it is installed with the package."""

from pathlib import Path
from shutil import copy2, rmtree

from setuptools import setup
from setuptools.command.build_py import build_py

BUILT = Path(__file__).resolve().parent.parent / "dist"
NEEDED = ["*.js", "*.wasm", "words/*.json", "learned/model.safetensors", "LICENSE.txt"]


class WithExplainer(build_py):
    def run(self):
        super().run()
        rmtree(Path(self.build_lib, "attention_explainer", "dist"), ignore_errors=True)  # an older build's
        if self.editable_mode or not (BUILT / "attention-explainer.js").exists():
            return
        for pattern in NEEDED:
            for file in BUILT.glob(pattern):
                to = Path(self.build_lib, "attention_explainer", "dist", file.relative_to(BUILT))
                to.parent.mkdir(parents=True, exist_ok=True)
                copy2(file, to)


setup(cmdclass={"build_py": WithExplainer})
