import { hasRole, type Role } from '@alumni/shared/staff/accounts'
import { sections, type Section } from './sections.ts'

/** The sections that someone may see, pages included. */
export function sectionsFor(role: Role, among: readonly Section[] = sections): Section[] {
  return among
    .filter((section) => hasRole(role, section.role))
    .map((section) => ({ ...section, pages: sectionsFor(role, section.pages ?? []) }))
}

/** A section and everything under it, as one list. */
export function flatten(among: readonly Section[]): Section[] {
  return among.flatMap((section) => [section, ...flatten(section.pages ?? [])])
}

/** A page of a section may have an address of its own, such as `/users` of the settings. */
export function isWithin(pathname: string, { path, pages = [] }: Section): boolean {
  return pathname === path || pathname.startsWith(`${path}/`) || pages.some((page) => isWithin(pathname, page))
}

/** The way to a page: the sections that it stands in, the outermost first. */
export function sectionsAbove(role: Role, pathname: string): Section[] {
  return flatten(sectionsFor(role)).filter(({ path }) => pathname.startsWith(`${path}/`))
}
