import { z } from 'zod'

/** A release in `RELEASES.md`. Texts are Markdown with `code` only. */
export const release = z.object({
  tag: z.string(),
  summary: z.string(),
  sections: z.array(z.object({ title: z.string().nullable(), changes: z.array(z.string()) })),
})
export type Release = z.infer<typeof release>

/** The headings of changes for operators and developers. */
const operatorHeadings = new Set(['For operators', 'For developers', 'Running it'])

export function isForOperators({ title }: Release['sections'][number]): boolean {
  return title !== null && operatorHeadings.has(title)
}

/** Returns the changes that the office notices, without those that mention a command or a file. */
export function officeChanges({ sections }: Release): string[] {
  return sections
    .filter((section) => !isForOperators(section))
    .flatMap(({ changes }) => changes)
    .filter((change) => !/`[^`]*(?:npm |\/|\.\w|_|-- )[^`]*`/.test(change))
}

export const releaseTag = /^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** Returns a positive number if `first` is newer. */
export function compareTags(first: string, second: string): number {
  const [a, b] = [first, second].map((tag) => releaseTag.exec(tag)!.slice(1).map(Number))
  const different = a!.findIndex((number, index) => number !== b![index])
  return different < 0 ? 0 : a![different]! - b![different]!
}

/** The version of the contract with the desktop app, raised if earlier apps become incompatible, as a test detects. */
export const staffContract = 6
/** The oldest contract version that this server supports. */
export const oldestStaffContract = 6

/** Name of the response header (internal host) and of the `meta` element (staff app) that carry the release. */
export const releaseHeader = 'alumni-release'

/** `GET /release`: the running release and the supported contract versions, without a sign-in. */
export const serverRelease = z.object({
  release: z.string(),
  contract: z.number().int(),
  oldest_contract: z.number().int(),
})
