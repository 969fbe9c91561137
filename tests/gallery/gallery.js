// Shows the pictures that the filters ask for. The filters are in the address, so that a choice can be sent on.

const NAMES = ["language", "look", "size", "page"];
const form = document.querySelector("form");
const shown = document.querySelector("main");
const asked = new URLSearchParams(location.hash.slice(1));

const pictures = PICTURES.map((path) => {
  const [language, look, size, file] = path.split("/");
  return { path, language, look, size, page: file.replace(".webp", "") };
});

for (const name of NAMES) {
  const select = form.elements[name];
  select.append(new Option("all", ""), ...new Set(pictures.map((picture) => picture[name])).values().map((value) => new Option(value)));
  select.value = asked.get(name) ?? { language: "en", look: "light", size: "390x844" }[name] ?? "";
}

function show() {
  const wanted = new FormData(form);
  const chosen = pictures.filter((picture) => NAMES.every((name) => !wanted.get(name) || picture[name] === wanted.get(name)));
  location.replace(`#${new URLSearchParams([...wanted])}`);
  form.querySelector("output").value = `${chosen.length} of ${pictures.length}`;
  shown.replaceChildren(...chosen.map(figureOf));
}

function figureOf({ path, language, look, size, page }) {
  const [width, height] = size.split("x").map(Number);
  const image = Object.assign(new Image(), { loading: "lazy", src: path, alt: "" });
  image.toggleAttribute("data-wide", width > height);
  const link = Object.assign(document.createElement("a"), { href: path, target: "_blank" });
  const caption = document.createElement("figcaption");
  caption.textContent = `${page} · ${size} · ${look} · ${language}`;
  link.append(image, caption);
  const figure = document.createElement("figure");
  figure.append(link);
  return figure;
}

form.addEventListener("change", show);
show();
