import { z } from 'zod'
import { signupFields, type SignupField } from './fields.ts'
import { objectFromEntries } from '../object-from-entries.ts'

type Fields = typeof signupFields
export type SignupAnswer = keyof Fields
type AnswersWith<Key extends 'group' | 'step', Value> = {
  [Field in SignupAnswer]: Fields[Field] extends Record<Key, Value> ? Field : never
}[SignupAnswer]

export const signupAnswerNames = Object.keys(signupFields) as SignupAnswer[]

export function fieldOf(name: SignupAnswer): SignupField {
  return signupFields[name]
}

export type ListAnswer = 'help_roles' | 'affinity_codes'
export function isListAnswer(name: SignupAnswer): name is ListAnswer {
  return fieldOf(name).options === 'roles' || fieldOf(name).options === 'affinities'
}

export function answersOfStep<Step extends string>(step: Step): AnswersWith<'step', Step>[] {
  return signupAnswerNames.filter((name): name is AnswersWith<'step', Step> => fieldOf(name).step === step)
}

export type AnswerGroup = SignupField['group']
/** Lists the answers in a group of the profile, such as `contact`. */
export function answersOfGroup<Group extends AnswerGroup>(group: Group): AnswersWith<'group', Group>[] {
  return signupAnswerNames.filter((name): name is AnswersWith<'group', Group> => fieldOf(name).group === group)
}

export function formShape<Name extends SignupAnswer>(
  names: readonly Name[],
): { [Field in Name]: Fields[Field]['formSchema'] } {
  return objectFromEntries(names.map((name) => [name, fieldOf(name).formSchema]))
}

const text = z.string().nullable()
type StoredSchema<Field> = Field extends { storedSchema: infer Schema extends z.ZodType } ? Schema : typeof text
const storedShape: { [Field in SignupAnswer]: StoredSchema<Fields[Field]> } = objectFromEntries(
  signupAnswerNames.map((name) => [name, fieldOf(name).storedSchema ?? text]),
)

/** A ZIP code without a country is in the United States. */
export const signupAnswers = z.object(storedShape)
export type SignupAnswers = z.infer<typeof signupAnswers>

type Columns = {
  [Field in SignupAnswer as Fields[Field] extends { column: { name: infer Name extends string } } ? Name : never]: Field
}
export type AnswerColumn = keyof Columns
const columns = signupAnswerNames.flatMap((answer) => {
  const { column } = fieldOf(answer)
  return column ? [{ ...column, answer }] : []
})
export const answerColumns: Record<AnswerColumn, string> = objectFromEntries(
  columns.map(({ name, heading }) => [name, heading]),
)
/** Returns the answer that a column contains. `name` must be an `AnswerColumn`. */
export function answerOfColumn(name: string): SignupAnswer {
  return columns.find((column) => column.name === name)!.answer
}
