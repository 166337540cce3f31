"""The package as pip installs it, without a network; its version; what its README says."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import attention_explainer
import numpy as np
import pytest
from conftest import ROOT, read_safetensors

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

USE = """
import sys, attention_explainer as e
assert "torch" not in sys.modules and "transformers" not in sys.modules
e.save("a.safetensors", [[1, 0], [0.5, 0.5]], ["a", "b"])
print(e.__file__)
try:
    print(len(e.html(attention=[[1]])) > 3000)
except ValueError as error:
    print(error)
"""


def run(*command, **named):
    ran = subprocess.run([str(one) for one in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **named)
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


def copied(to: Path) -> Path:
    """python/ without what a run leaves there."""
    return shutil.copytree(ROOT, to / "python", ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache", "build", "*.egg-info", "dist"))


@pytest.fixture(scope="module")
def venv(tmp_path_factory):
    """A fresh one, that sees the system's NumPy, setuptools and wheel."""
    folder = tmp_path_factory.mktemp("venv")
    run(sys.executable, "-m", "venv", "--system-site-packages", folder)
    return folder


def install(venv: Path, source: Path) -> None:
    given = ["--no-deps", "--no-build-isolation", "--no-index", "--force-reinstall", "--disable-pip-version-check", "-q"]
    run(venv / "bin/python", "-m", "pip", "install", *given, source, env={"PATH": "/usr/bin:/bin"})


@pytest.mark.parametrize("built", [False, True])
def test_pip_installs_it(tmp_path, venv, dist, built):
    source = copied(dist.parent if built else tmp_path)
    install(venv, source)
    shutil.rmtree(dist)
    shutil.rmtree(source)  # what is installed needs no more of it
    file, said = run(venv / "bin/python", "-c", USE, cwd=tmp_path).splitlines()
    assert Path(file).is_relative_to(venv)
    assert said == ("True" if built else "source is not given, and no dist/ was installed: give the folder that ./build.sh makes, or its address, https://…/")
    assert read_safetensors((tmp_path / "a.safetensors").read_bytes())[0]["attention"].shape == (1, 1, 2, 2)
    files = {str(one.relative_to(Path(file).parent)) for one in Path(file).parent.rglob("*") if one.is_file() and one.suffix != ".pyc"}
    installed = {one.name for one in (ROOT / "attention_explainer").iterdir() if one.is_file()}
    ours = {f"dist/{one}" for one in ["attention-explainer.js", "anywidget.js", "chunk-AAAA.js", "chunk-BBBB.js", "chunk-CCCC.js", "words/de.json"]}
    ours |= {f"dist/{one}" for one in ["explainer.relaxed.wasm", "explainer.simd128.wasm", "explainer.scalar.wasm", "explainer.heads.simd128.wasm"]}
    assert files == installed | (ours | {"dist/learned/model.safetensors", "dist/LICENSE.txt"} if built else set())


def test_the_version_is_the_project_s():
    assert (ROOT.parent / "VERSION").read_text().strip() == PROJECT["version"] == attention_explainer.__version__


def test_it_needs_numpy_alone_and_an_old_python_reads_it():
    assert PROJECT["dependencies"] == ["numpy"] and PROJECT["requires-python"] == ">=3.9"
    imported = set()
    for file in [*(ROOT / "attention_explainer").glob("*.py"), ROOT / "setup.py"]:
        tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 9))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                imported |= {one.name.split(".")[0] for one in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                imported.add(node.module.split(".")[0])
    assert imported - set(sys.stdlib_module_names) == {"numpy", "anywidget", "traitlets", "setuptools"}


def test_what_its_readme_shows_runs(monkeypatch, dist, tmp_path):
    """Each sample of Python, in one namespace, with a stand-in for the model."""
    monkeypatch.setattr(attention_explainer.explainer, "FOLDERS", [dist])
    monkeypatch.chdir(tmp_path)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    names = {"np": np, "weights": np.eye(3), "tokens": ["a", "b", "c"]}
    samples = [one for one in re.findall(r"```python\n(.*?)```", readme, re.S) if "import transformers" not in one]
    assert len(samples) >= 3
    for sample in samples:
        exec(sample, names)
    assert {file.name for file in tmp_path.iterdir() if file.is_file()} == {"attention.safetensors", "attention.html"}
    assert not re.search(r"/work|/tmp|/home", readme)
