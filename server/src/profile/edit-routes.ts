import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormState } from '@alumni/shared/portal'
import {
  contactForm,
  contactPage,
  countryOfZips,
  hubQuery,
  interestsForm,
  interestsPage,
  locationForm,
  locationPage,
} from '@alumni/shared/profile'
import { z } from 'zod'
import { ipHashOf, type Signup } from '../champions/index.ts'
import type { App, Context } from '../context.ts'
import type { EntityManager } from '../database/orm.ts'
import { readForm, refusedForm } from '../http/read-form.ts'
import { champion, verifiedOnly } from '../identity/index.ts'
import { affinities, colleges, countries, countryName, roles } from './choices.ts'
import { digestOf, editedFields, editSignup, type EditPage } from './edit-signup.ts'

const forms = { contact: contactForm, location: locationForm, interests: interestsForm }

/** Whatever a form may send: its contract finds the sentences. */
export const anyBody = z.unknown()

/** The pages on which champions edit their signup. A refused form is a 422, one that somebody else was faster than a 409. */
export function editRoutes(app: App, { config }: Context): void {
  for (const page of Object.keys(forms) as EditPage[]) {
    app.get(`/profile/${page}`, verifiedOnly, async (request, reply) => {
      const signup = await champion(request)
      return show(request, reply, page, { signup, form: { values: valuesOf(signup, page), errors: {} } })
    })

    app.post(`/profile/${page}`, { ...verifiedOnly, schema: { body: anyBody } }, async (request, reply) => {
      const { em, body } = request
      const signup = await champion(request)
      const { data, form } = readForm<z.ZodType<z.output<(typeof forms)[EditPage]>>>(forms[page], body)
      if (form)
        return show(request, reply.code(422), page, { signup, form: asShown(form, page), seen: form.values.seen })
      const { seen, ...values } = data
      const unknown = 'affinity_codes' in values ? await unknownChoices(em, values) : {}
      if (Object.keys(unknown).length > 0)
        return show(request, reply.code(422), page, { signup, form: asShown(refusedForm(body, unknown), page), seen })
      const current = await editSignup(em, signup, { page, seen, values, ipHash: ipHashOf(config, request) })
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
  /** What the form was shown with, where it comes back; else the signup as it is. */
  seen?: string | string[] | undefined
  isOutdated?: boolean
}

async function show(
  { em }: FastifyRequest,
  reply: FastifyReply,
  page: EditPage,
  { signup, form, seen, isOutdated = false }: Shown,
): Promise<FastifyReply> {
  const changed = isOutdated ? await readable(em, signup, page) : []
  const shown = { form, seen: typeof seen === 'string' ? seen : digestOf(signup, page), changed }
  switch (page) {
    case 'contact':
      return reply.portalPage(contactPage, shown)
    case 'location':
      return reply.portalPage(locationPage, { ...shown, countries })
    case 'interests':
      return reply.portalPage(interestsPage, {
        ...shown,
        roles,
        affinities: await affinities(em),
        colleges: await colleges(em),
      })
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

async function unknownChoices(
  em: EntityManager,
  { affinity_codes, college_code }: Omit<z.output<typeof interestsForm>, 'seen'>,
): Promise<FormState['errors']> {
  const known = (await affinities(em)).flatMap(({ options }) => options.map(({ value }) => value))
  const hasCollege = !college_code || (await colleges(em)).some(({ value }) => value === college_code)
  return {
    ...(affinity_codes.every((code) => known.includes(code)) ? {} : { affinity_codes: 'Choose from the list.' }),
    ...(hasCollege ? {} : { college_code: 'Choose a college from the list.' }),
  }
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
async function readable(em: EntityManager, signup: Signup, page: EditPage) {
  const words = await namesOfChoices(em, signup)
  return editedFields[page].map((field) => {
    const value = words[field as keyof typeof words] ?? signup[field]
    return {
      key: fieldNames[field],
      value: Array.isArray(value) ? value.join(', ') : value === null ? null : String(value),
    }
  })
}

/** What a person reads for the codes of a signup. */
export async function namesOfChoices(em: EntityManager, signup: Signup) {
  const labelled = (options: { value: string; label: string }[], chosen: readonly string[]) =>
    chosen.map((value) => options.find((option) => option.value === value)?.label ?? value)
  const groups = await affinities(em)
  return {
    country: signup.zip_code || signup.city ? countryName(signup.country ?? countryOfZips) : null,
    help_roles: labelled(roles, signup.help_roles),
    affinity_codes: labelled(
      groups.flatMap(({ options }) => options),
      signup.affinity_codes,
    ),
    college_code: signup.college_code ? labelled(await colleges(em), [signup.college_code])[0]! : null,
  }
}
