import {
  formSteps,
  helpStepForm,
  signupSteps,
  stepForms,
  locationStepForm,
  nameStepForm,
  type SignupData,
  type SignupStep,
} from '@alumni/shared/champions/sign-up'
import type { FormState } from '@alumni/shared/portal'
import type { DraftAnswers } from '../record/signup-drafts.ts'
import { readForm } from '../../foundations/http/read-form.ts'

/** `missing` is the first step with missing or invalid answers. */
export function parseSignup(
  answers: DraftAnswers,
): { data: SignupData; missing?: undefined } | { data?: undefined; missing: SignupStep } {
  const missing = formSteps.find((step) => !stepForms[step].safeParse(answers).success)
  return missing ? { missing } : { data: parseAnswers(answers) }
}

export function readWholeForm(body: unknown): { data: SignupData; form?: undefined } | { form: FormState } {
  const forms = signupSteps.flatMap((step) => readForm(stepForms[step], body).form ?? [])
  const [first] = forms
  if (!first) return { data: parseAnswers(body) }
  return { form: { values: first.values, errors: Object.assign({}, ...forms.map(({ errors }) => errors)) } }
}

const parseAnswers = (answers: unknown): SignupData => ({
  ...nameStepForm.parse(answers),
  ...locationStepForm.parse(answers),
  ...helpStepForm.parse(answers),
})
