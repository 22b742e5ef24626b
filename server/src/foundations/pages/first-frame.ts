import { accentOf, accentSoftness } from '@alumni/shared/accent'
import type { Institution } from '@alumni/shared/institution'
import { initialsOf, type SessionReply } from '@alumni/shared/staff/accounts'
import { escapeHtml } from '../http/plain-page.ts'

/** Prerendered HTML from the staff app's build (`desktop/src/renderer/shell/first-frame.tsx`). */
export type FirstFrames = {
  /** HTML by role, with placeholders such as `__NAME__`. */
  frames: Record<string, string>
  /** The path of the menu item for each page path. */
  menuItemByPath: Record<string, string>
  /** The title for each page path; `:` stands for a year. */
  titles: Record<string, string>
  /** Paths of pages without a menu; `:` stands for a route parameter. */
  pathsWithoutMenu: string[]
}

/** Renders a page's menu and title for the signed-in user, to be shown while the app's script loads. */
export function renderFirstFrame(
  { frames, menuItemByPath, titles }: FirstFrames,
  { user, institution }: SessionReply,
  path: string,
): string {
  const listedPath = Object.keys(menuItemByPath)
    .filter((menuPath) => `${path}/`.startsWith(`${menuPath}/`))
    .toSorted((a, b) => b.length - a.length)[0]
  const menuItem = listedPath === undefined ? '' : menuItemByPath[listedPath]!
  const values: Record<string, string> = {
    NAME: escapeHtml(user.name),
    INITIALS: escapeHtml(initialsOf(user.name)),
    SHORT_NAME: escapeHtml(institution.short_name),
    MARK: renderMark(institution),
    PLACE: menuItem,
    TITLE: escapeHtml(titles[path] ?? titles[path.replace(/\d{4}$/, ':')]?.replace(':', path.slice(-4)) ?? ''),
  }
  const html = frames[user.role] ?? ''
  const highlightedHref = listedPath !== undefined && html.includes(`href="${listedPath}"`) ? listedPath : menuItem
  return html
    .replaceAll(`href="${highlightedHref}"`, (link) => `${link} data-current="true" aria-current="page"`)
    .replaceAll(/__([A-Z_]+)__/g, (_, word: string) => values[word] ?? '')
}

export function renderAccentStyle({ color }: Institution, nonce: string): string {
  const rules = (['light', 'dark'] as const).map((scheme) => {
    const { filled, text } = accentOf(color, scheme)
    const soft = `color-mix(in srgb, ${text} ${accentSoftness[scheme]}%, transparent)`
    return `:root[data-mantine-color-scheme=${scheme}]{--accent:${filled};--accent-text:${text};--accent-soft:${soft}}`
  })
  return `<style nonce="${nonce}">${rules.join('')}</style>`
}

function renderMark({ logo_url, short_name }: Institution): string {
  return logo_url
    ? `<img class="opening-mark" src="${escapeHtml(logo_url)}" width="32" height="32" alt="">`
    : `<span class="opening-mark" aria-hidden="true">${escapeHtml(short_name.slice(0, 1).toUpperCase())}</span>`
}
