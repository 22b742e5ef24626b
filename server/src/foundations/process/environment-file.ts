/** The variables of a file for EnvironmentFile=, read as systemd does (systemd.exec(5)); the last of a name counts. */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const assigned = [...text.matchAll(assignment)].map(([, name, quoted, bare]) => {
    const parts = [...quoted!.matchAll(quotation)].map(([, literal, escaped]) => literal ?? unescape(escaped!))
    // A line that ends in a backslash goes on in the next one.
    const rest = bare!.replace(/(?<!\\)[ \t\r]+$/, '').replace(/\\([^])/g, (_, char) => (char === '\n' ? '' : char))
    return [name!.trimEnd(), parts.join('') + rest] as const
  })
  return Object.fromEntries(assigned.filter(([name]) => /^[A-Za-z_]\w*$/.test(name)))
}

/** A name, then what is quoted at the beginning of the value, then what is not. */
const assignment =
  /^[ \t\r]*(?![#;\s])([^=\n]*)=((?:[ \t\r]*(?:'[^']*'|"(?:\\[^]|[^"\\])*"))*)[ \t\r]*((?:\\[^]|[^\\\n])*)/gm
const quotation = /'([^']*)'|"((?:\\[^]|[^"\\])*)"/g

function unescape(text: string): string {
  return text.replace(/\\([^])/g, (whole, char) => (char === '\n' ? '' : '"\\`$'.includes(char) ? char : whole))
}
