import { marked, type Token, type Tokens } from 'marked'
import { compareTags, releaseTag, type Release } from '@alumni/shared/operations/releases'

/** Parses entries that consist of `## v1.2.3`, a summary, and bold headings with lists. Throws for any other format. */
export function parseReleases(markdown: string): Release[] {
  const [title, ...tokens] = marked.lexer(markdown).filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading' || title.text !== 'Releases') throw new Error('RELEASES.md begins with "# Releases"')
  const releases: Release[] = []
  for (const token of tokens) {
    const last = releases.at(-1)
    if (token.type === 'heading' && token.depth === 2) releases.push(createEntry(token.text, last))
    else if (!last) throw new Error('RELEASES.md has nothing between its title and the first "## v1.2.3"')
    else addToken(last, token)
  }
  if (releases.length === 0) throw new Error('RELEASES.md has no entry')
  const incomplete = releases.find(({ summary }) => !summary)
  if (incomplete) throw new Error(`RELEASES.md: ${incomplete.tag} has no summary`)
  return releases
}

function createEntry(tag: string, newer?: Release): Release {
  if (!releaseTag.test(tag)) throw new Error(`RELEASES.md: "${tag}" is not a tag such as v1.2.3`)
  if (newer && compareTags(tag, newer.tag) >= 0)
    throw new Error(`RELEASES.md: ${tag} is below ${newer.tag}, which is not newer`)
  return { tag, summary: '', sections: [] }
}

function addToken(release: Release, token: Token): void {
  const { tag, sections } = release
  const text = 'text' in token && typeof token.text === 'string' ? joinLines(token.text) : ''
  const title = /^\*\*(.+)\*\*$/.exec(text)?.[1]
  if (token.type === 'list') {
    if (sections.length === 0) sections.push({ title: null, changes: [] })
    sections.at(-1)!.changes.push(...(token as Tokens.List).items.map((item) => joinLines(item.text)))
  } else if (token.type === 'paragraph' && title) sections.push({ title, changes: [] })
  else if (token.type === 'paragraph' && sections.length === 0) release.summary = `${release.summary} ${text}`.trim()
  else throw new Error(`RELEASES.md: ${tag}: "${text}" is neither a summary, nor a heading in bold, nor a list`)
}

function joinLines(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
