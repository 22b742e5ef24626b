/** The variables of a file for EnvironmentFile=, read as systemd does (systemd.exec(5)); the last of a name counts. */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const assigned = [...text.matchAll(assignment)].map(([, name, quoted, bare]) => {
    const parts = [...quoted!.matchAll(quotation)].map(([, literal, escaped]) => literal ?? unescape(escaped!))
    // A line that ends in a backslash goes on in the next one.
    const rest = withoutBlanksAtEnd(bare!).replace(/\\([^])/g, (_, char) => (char === '\n' ? '' : char))
    return [name!.trimEnd(), parts.join('') + rest] as const
  })
  return Object.fromEntries(assigned.filter(([name]) => /^[A-Za-z_]\w*$/.test(name)))
}

/** A name, then what is quoted at the beginning of the value, then what is not. */
const assignment =
  /(?<![^\n])[ \t\r]*(?![#;\s])([^=\n]*)=((?:[ \t\r]*(?:'[^']*'|"(?:\\[^]|[^"\\])*"))*)[ \t\r]*((?:\\[^]|[^\\\n])*)/g
const quotation = /'([^']*)'|"((?:\\[^]|[^"\\])*)"/g

/** A blank behind a backslash stays. */
function withoutBlanksAtEnd(text: string): string {
  let end = text.length
  while (end > 0 && ' \t\r'.includes(text[end - 1]!)) end--
  return text.slice(0, text[end - 1] === '\\' ? end + 1 : end)
}

function unescape(text: string): string {
  return text.replace(/\\([^])/g, (whole, char) => (char === '\n' ? '' : '"\\`$'.includes(char) ? char : whole))
}
