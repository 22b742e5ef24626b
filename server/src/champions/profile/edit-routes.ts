import type { FastifyReply, FastifyRequest } from 'fastify'
import { helpRoles, isLocationComplete, type HelpRole } from '@alumni/shared/champions/record'
import { countryName, countryOptions } from '@alumni/shared/countries'
import type { FormState, Option } from '@alumni/shared/portal'
import {
  contactForm,
  contactPage,
  hubQuery,
  interestsForm,
  interestsPage,
  locationForm,
  locationPage,
} from '@alumni/shared/champions/profile'
import { countryOfZips } from '@alumni/shared/champions/sign-up'
import { z } from 'zod'
import { ipHashOf } from '../record/activity-events.ts'
import type { Signup } from '../record/find-signup.ts'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { readForm, refusedForm } from '../../foundations/http/read-form.ts'
import { champion, verifiedOnly } from '../sign-in/visitor.ts'
import { readChoices } from '../sign-up/choices.ts'
import { digestOf, editedFields, editSignup, type EditPage } from './edit-signup.ts'

const forms = { contact: contactForm, location: locationForm, interests: interestsForm }

/** Whatever a form may send: its contract finds the sentences. */
export const anyBody = z.unknown()

/**
 * The pages on which champions edit their signup. A refused form is a 422, one that came after another person's change
 * a 409.
 */
export function editRoutes(app: App, { config }: Context): void {
  for (const page of Object.keys(forms) as EditPage[]) {
    app.get(`/profile/${page}`, verifiedOnly, async (request, reply) => {
      const signup = await champion(request)
      return show(request, reply, page, { signup, form: { values: valuesOf(signup, page), errors: {} } })
    })

    app.post(`/profile/${page}`, { ...verifiedOnly, schema: { body: anyBody } }, async (request, reply) => {
      const { db, body } = request
      const signup = await champion(request)
      const { data, form } = readForm<z.ZodType<z.output<(typeof forms)[EditPage]>>>(forms[page], body)
      if (form) return show(request, reply, page, { signup, form: asShown(form, page), seen: form.values.seen })
      const { seen, ...values } = data
      if ('affinity_codes' in values) await onlyKnown(db, signup, values)
      const current = await editSignup(db, signup, { page, seen, values, ipHash: ipHashOf(config, request) })
      if (!current) return reply.redirect(`/profile?saved=${hubQuery.shape.saved.parse(page)}`, 303)
      const conflict = refusedForm(body, { form: outdated })
      return show(request, reply.code(409), page, { signup: current, form: asShown(conflict, page), isOutdated: true })
    })
  }
}

const outdated =
  'Your details were saved somewhere else in the meantime, perhaps in another tab. What you typed is still here: compare it, then save again.'

type Shown = {
  signup: Signup
  form: FormState
  /** The digest that a returned form was shown with; default: of the signup now. */
  seen?: string | string[] | undefined
  isOutdated?: boolean
}

async function show(
  { db }: FastifyRequest,
  reply: FastifyReply,
  page: EditPage,
  { signup, form, seen, isOutdated = false }: Shown,
): Promise<FastifyReply> {
  const changed = isOutdated ? await readable(db, signup, page) : []
  const shown = { form, seen: typeof seen === 'string' ? seen : digestOf(signup, page), changed }
  switch (page) {
    case 'contact':
      return reply.portalPage(contactPage, shown)
    case 'location':
      return reply.portalPage(locationPage, { ...shown, countries: countryOptions() })
    case 'interests':
      return reply.portalPage(interestsPage, { ...shown, ...(await readChoices(db, signup)) })
  }
}

/** The fields of a page as a form has them. */
function valuesOf(signup: Signup, page: EditPage): FormState['values'] {
  const entries = editedFields[page].map((field) => {
    const value = signup[field]
    if (field === 'country') return [field, signup.country ?? countryOfZips]
    return [field, Array.isArray(value) ? value : String(value ?? '')]
  })
  return Object.fromEntries(entries) as FormState['values']
}

/** Only the fields that the page has; no checked box is an empty list. */
function asShown({ values, errors }: FormState, page: EditPage): FormState {
  const entries = editedFields[page].map((field) => [field, values[field] ?? (isList(field) ? [] : '')])
  return { values: Object.fromEntries(entries) as FormState['values'], errors }
}

function isList(field: string): boolean {
  return field === 'help_roles' || field === 'affinity_codes'
}

/** Leaves out what is in no list, or out of use and new to this person. */
export async function onlyKnown(
  db: Db,
  before: Pick<Signup, 'college_code' | 'affinity_codes'>,
  values: Omit<z.output<typeof interestsForm>, 'seen'>,
): Promise<void> {
  const { affinities, colleges } = await readChoices(db, before)
  const known = new Set(affinities.flatMap(({ options }) => options.map(({ value }) => value)))
  values.affinity_codes = values.affinity_codes.filter((code) => known.has(code))
  if (!colleges.some(({ value }) => value === values.college_code)) values.college_code = null
}

const fieldNames: Record<(typeof editedFields)[EditPage][number], string> = {
  first_name: 'First name',
  last_name: 'Last name',
  former_last_name: 'Former last name',
  phone: 'Phone',
  country: 'Country',
  street: 'Street',
  city: 'City',
  state: 'State or region',
  zip_code: 'ZIP code',
  postal_code: 'Postal code',
  help_roles: 'Ways to help',
  affinity_codes: 'Affinities',
  degree_year: 'Year of degree',
  college_code: 'College',
}

/** The fields of a page with the values that are saved now, in words. */
async function readable(db: Db, signup: Signup, page: EditPage) {
  const words = await namesOfChoices(db, signup)
  return editedFields[page].map((field) => {
    const value = words[field as keyof typeof words] ?? signup[field]
    return {
      key: fieldNames[field],
      value: Array.isArray(value) ? value.join(', ') : value === null ? null : String(value),
    }
  })
}

/** Returns the labels for the codes of a signup. */
export async function namesOfChoices(db: Db, signup: Signup) {
  const { affinities, colleges } = await readChoices(db, signup)
  const labelOf = (options: Option[], code: string) => options.find(({ value }) => value === code)?.label ?? code
  const all = affinities.flatMap(({ options }) => options)
  return {
    country: isLocationComplete(signup) ? countryName(signup.country) : null,
    help_roles: signup.help_roles.map((role) => helpRoles[role as HelpRole] ?? role),
    affinity_codes: signup.affinity_codes.map((code) => labelOf(all, code)),
    college_code: signup.college_code && labelOf(colleges, signup.college_code),
  }
}
