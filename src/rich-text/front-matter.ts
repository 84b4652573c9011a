/** YAML between two `---` lines at the start of a file. */
export const frontMatterPattern =
  /^\uFEFF?---[ \t]*\r?\n((?:[^\S\r\n]*(?:#.*)?\r?\n)*[\w"'][^:\r\n]*:(?:[ \t][^\r\n]*)?\r?\n(?:[^\n]*\n)*?)---[ \t]*(?:\r?\n|$)/
