import { z } from 'zod'

/**
 * `RELEASES.md` describes a release: a paragraph, then its changes under headings. Texts are Markdown with `code` and
 * nothing else.
 */
export const release = z.object({
  tag: z.string(),
  summary: z.string(),
  sections: z.array(z.object({ title: z.string().nullable(), changes: z.array(z.string()) })),
})
export type Release = z.infer<typeof release>

/** The headings of changes for those who run the service or build on it; all others are for the office. */
const operatorHeadings = new Set(['For operators', 'For developers', 'Running it'])

/** Whether the changes under a heading are for those who run the service rather than for the office. */
export function isForOperators({ title }: Release['sections'][number]): boolean {
  return title !== null && operatorHeadings.has(title)
}

/** The changes that the office notices, without those that only a command or a file shows. */
export function officeChanges({ sections }: Release): string[] {
  return sections
    .filter((section) => !isForOperators(section))
    .flatMap(({ changes }) => changes)
    .filter((change) => !/`[^`]*(?:npm |\/|\.\w|_|-- )[^`]*`/.test(change))
}

/** `v1.2.3`, without leading zeros. */
export const releaseTag = /^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** Above 0 where `one` is the newer. */
export function compareTags(one: string, other: string): number {
  const [a, b] = [one, other].map((tag) => releaseTag.exec(tag)!.slice(1).map(Number))
  const different = a!.findIndex((number, index) => number !== b![index])
  return different < 0 ? 0 : a![different]! - b![different]!
}

/**
 * Rises when a staff page's contract changes so that a desktop app of an earlier release could not read it, or say what
 * is wanted of it; a test holds the replies and requests against those of the last release. 2: an import that is unlike
 * those before it is committed only by repeating its numbers, and what the event converter sends is answered as the
 * events API answers. 3: such an import may also bring people back from the dead. 4: what v0.16.0 removes is gone.
 * 5: filters, notes and the sums of people are those of v0.17.0.
 */
export const staffContract = 5
/** The oldest that this release's server still answers. */
export const oldestStaffContract = 5

/** The header of each reply on the internal host, and the `meta` of the staff app's document: the release that it is of. */
export const releaseHeader = 'alumni-release'

/** `GET /release`, for everybody on the internal host: what runs, and which desktop apps it speaks with. */
export const serverRelease = z.object({
  release: z.string(),
  contract: z.number().int(),
  oldest_contract: z.number().int(),
})
