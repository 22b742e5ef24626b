import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatAnswer } from '@alumni/shared/champions/format-answer'
import { answersOfGroup, fieldOf, isListAnswer } from '@alumni/shared/champions/answers'
import { editedGroups, editPage, groupForms, hubQuery, seenValuesForm } from '@alumni/shared/champions/profile'
import type { EditedGroup } from '@alumni/shared/champions/profile'
import { isLocationComplete } from '@alumni/shared/champions/record'
import { zipCountry } from '@alumni/shared/champions/sign-up'
import type { FormState } from '@alumni/shared/portal'
import { z } from 'zod'
import { ipHashOf } from '../record/activity-events.ts'
import type { Signup } from '../record/find-signup.ts'
import type { App, Context } from '../../foundations/context.ts'
import { readForm, toRefusedForm } from '../../foundations/http/read-form.ts'
import { getChampion, verifiedOnly } from '../sign-in/visitor.ts'
import { choicesOfForm, readChoices, dropUnknownChoices } from '../sign-up/choices.ts'
import { digestOf, editSignup } from './edit-signup.ts'

export const anyBody = z.unknown()

export function editRoutes(app: App, { config }: Context): void {
  for (const group of editedGroups) {
    app.get(`/profile/${group}`, verifiedOnly, async (request, reply) => {
      const signup = await getChampion(request)
      return show(request, reply, group, { signup, form: { values: valuesOf(signup, group), errors: {} } })
    })

    app.post(`/profile/${group}`, { ...verifiedOnly, schema: { body: anyBody } }, async (request, reply) => {
      const { db, body } = request
      const signup = await getChampion(request)
      const { seen } = seenValuesForm.catch({ seen: '' }).parse(body)
      const { data, form } = readForm<z.ZodType<z.output<(typeof groupForms)[EditedGroup]>>>(groupForms[group], body)
      if (form) return show(request, reply, group, { signup, form: toShownForm(form, group), ...(seen && { seen }) })
      const values = 'affinity_codes' in data ? dropUnknownChoices(data, await readChoices(db, [signup])) : data
      const current = await editSignup(db, signup, { group, seen, values, ipHash: ipHashOf(config, request) })
      if (!current) return reply.redirect(`/profile?saved=${hubQuery.shape.saved.parse(group)}`, 303)
      const conflict = toShownForm(toRefusedForm(body, { form: outdatedMessage }), group)
      return show(request, reply.code(409), group, { signup: current, form: conflict, isOutdated: true })
    })
  }
}

const outdatedMessage =
  'Your details have just been changed, perhaps in another tab. What you typed is still here: compare it, then save again.'

type ShownForm = {
  signup: Signup
  form: FormState
  /** Digest of the values that the form was rendered with. Defaults to that of the current values. */
  seen?: string
  isOutdated?: boolean
}

async function show(
  { db }: FastifyRequest,
  reply: FastifyReply,
  group: EditedGroup,
  { signup, form, seen = digestOf(signup, group), isOutdated = false }: ShownForm,
): Promise<FastifyReply> {
  const choices = await choicesOfForm(db, answersOfGroup(group), signup)
  const changed = isOutdated ? listSavedValues(signup, group, choices) : []
  return reply.portalPage(editPage, { group, form, seen, changed, choices })
}

function valuesOf(signup: Signup, group: EditedGroup): FormState['values'] {
  const stored = { ...signup, country: signup.country ?? zipCountry }
  return Object.fromEntries(
    answersOfGroup(group).map((field) => {
      const value = stored[field]
      return [field, Array.isArray(value) ? value : String(value ?? '')]
    }),
  )
}

/** Returns only the fields of the group. A missing list becomes empty, because browsers omit unchecked boxes. */
function toShownForm({ values, errors }: FormState, group: EditedGroup): FormState {
  const entries = answersOfGroup(group).map((field): [string, string | string[]] => [
    field,
    values[field] ?? (isListAnswer(field) ? [] : ''),
  ])
  return { values: Object.fromEntries(entries), errors }
}

function listSavedValues(signup: Signup, group: EditedGroup, choices: Parameters<typeof formatAnswer>[2]) {
  const saved = isLocationComplete(signup) ? { ...signup, country: signup.country ?? zipCountry } : signup
  return answersOfGroup(group).map((field) => ({
    key: fieldOf(field).label,
    value: formatAnswer(field, saved[field], choices).join(', ') || null,
  }))
}
