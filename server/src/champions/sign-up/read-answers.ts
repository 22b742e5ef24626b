import {
  helpForm,
  stepForms,
  whereForm,
  whoForm,
  type SignupData,
  type SignupStep,
} from '@alumni/shared/champions/sign-up'
import type { FormState } from '@alumni/shared/portal'
import type { DraftAnswers } from '../record/signup-drafts.ts'
import { readForm } from '../../foundations/http/read-form.ts'

/** A whole signup, or the first step that is not answered well yet. */
export type ReadAnswers = { data: SignupData; missing?: undefined } | { data?: undefined; missing: SignupStep }

export function readAnswers(answers: DraftAnswers): ReadAnswers {
  const who = whoForm.safeParse(answers)
  if (!who.success) return { missing: 'who' }
  const where = whereForm.safeParse(answers)
  if (!where.success) return { missing: 'where' }
  const help = helpForm.safeParse(answers)
  if (!help.success) return { missing: 'help' }
  return { data: { ...who.data, ...where.data, ...help.data } }
}

/** The form of all steps on one page; every field that is wrong is named at once. */
export function readWholeForm(body: unknown): { data: SignupData; form?: undefined } | { form: FormState } {
  const who = readForm(whoForm, body)
  const where = readForm(whereForm, body)
  const help = readForm(helpForm, body)
  const consent = readForm(stepForms.check, body)
  if (who.data && where.data && help.data && consent.data) return { data: { ...who.data, ...where.data, ...help.data } }
  const forms = [who, where, help, consent].flatMap(({ form }) => form ?? [])
  return { form: { values: forms[0]!.values, errors: Object.assign({}, ...forms.map(({ errors }) => errors)) } }
}
