import { accentOf, accentSoftness } from '@alumni/shared/accent'
import type { Institution } from '@alumni/shared/institution'
import { initialsOf, type SessionReply } from '@alumni/shared/staff/accounts'
import { escapeHtml } from '../http/plain-page.ts'

/** As the build of the staff app writes it (`desktop/src/renderer/shell/first-frame.tsx`). */
export type FirstFrames = {
  frames: Record<string, string>
  /** The place in the menu of each page, by its path. */
  places: Record<string, string>
  /** The title of each page by its path, in which `:` stands for a year. */
  titles: Record<string, string>
  /** Addresses of pages that have no menu. */
  without: string[]
}

/** The frame of a page for the person who is signed in, to be read while the app's script is on its way. */
export function firstFrame({ frames, places, titles }: FirstFrames, { user, institution }: SessionReply, path: string) {
  const page = Object.keys(places)
    .filter((each) => `${path}/`.startsWith(`${each}/`))
    .toSorted((a, b) => b.length - a.length)[0]
  const place = page === undefined ? '' : places[page]!
  const words: Record<string, string> = {
    NAME: escapeHtml(user.name),
    INITIALS: escapeHtml(initialsOf(user.name)),
    SHORT_NAME: escapeHtml(institution.short_name),
    MARK: markOf(institution),
    PLACE: place,
    TITLE: escapeHtml(titles[path] ?? titles[path.replace(/\d{4}$/, ':')]?.replace(':', path.slice(-4)) ?? ''),
  }
  const html = frames[user.role] ?? ''
  const current = page !== undefined && html.includes(`href="${page}"`) ? page : place
  return html
    .replaceAll(`href="${current}"`, (link) => `${link} data-current="true" aria-current="page"`)
    .replaceAll(/__([A-Z_]+)__/g, (_, word: string) => words[word] ?? '')
}

/** The institution's colour, as the app itself sets it. */
export function accentStyle({ color }: Institution, nonce: string): string {
  const rules = (['light', 'dark'] as const).map((scheme) => {
    const { filled, text } = accentOf(color, scheme)
    const soft = `color-mix(in srgb, ${text} ${accentSoftness[scheme]}%, transparent)`
    return `:root[data-mantine-color-scheme=${scheme}]{--accent:${filled};--accent-text:${text};--accent-soft:${soft}}`
  })
  return `<style nonce="${nonce}">${rules.join('')}</style>`
}

function markOf({ logo_url, short_name }: Institution): string {
  return logo_url
    ? `<img class="opening-mark" src="${escapeHtml(logo_url)}" width="32" height="32" alt="">`
    : `<span class="opening-mark" aria-hidden="true">${escapeHtml(short_name.slice(0, 1).toUpperCase())}</span>`
}
