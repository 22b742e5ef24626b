const maxLength = 2000
const literals =
  /\be'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|(?<![\w$."])\d[\w.]*/gi

/** A statement without the values in it: MikroORM writes some into the text. Lists of any length look alike. */
export function statementShape(text: string): string {
  const shape = text
    .replace(literals, '?')
    .replaceAll(/(\$\d+|\?)(\s*,\s*(\$\d+|\?))+/g, '?, …')
    .replaceAll(/(\(\?, …\))(\s*,\s*\(\?, …\))+/g, '$1, …')
    .replaceAll(/\s+/g, ' ')
    .trim()
  // With an odd quotation mark, text and values are indistinguishable.
  return shape.includes("'") ? shape.split(' ', 1)[0]! : shape.slice(0, maxLength)
}
