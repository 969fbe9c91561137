// Lint for the browser's modules: plain ES modules, no build. ESLint 9, since its successor needs a newer Node than the one in Debian 12.
import js from "@eslint/js";
import globals from "globals";

const rules = {
  eqeqeq: "error",
  "no-console": "error",
  "no-var": "error",
  "prefer-const": "error",
  "no-implicit-globals": "error",
};

export default [
  { ignores: ["static/vendor/**", "var/**", "node_modules/**"] },
  js.configs.recommended,
  {
    files: ["static/js/**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    rules,
  },
  {
    files: ["static/sw/**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "script", globals: globals.serviceworker },
    // A worker is one script, whose names are its own.
    rules: { ...rules, "no-implicit-globals": "off" },
  },
];
