import { Checkbox, NumberInput, Select, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PublicationForm } from './use-publication-form.ts'
import classes from './form.module.css'

type FieldProps = { form: PublicationForm; name: string; label: string; hint?: ReactNode }

/** What every field has: its label, its sentence, and what someone else has written there meanwhile. */
function common({ form, name, label, hint }: FieldProps, say: (value: string | number | boolean) => string = String) {
  const theirs = form.theirsOf(name)
  return {
    label,
    error: form.wrong[name],
    autoComplete: 'off',
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    description:
      theirs === undefined ? hint : <TheirText text={say(theirs) || 'empty'} onTake={() => form.set(name, theirs)} />,
  }
}

/** What someone else has written there meanwhile. */
export function TheirText({ text, onTake }: { text: string; onTake: () => void }) {
  return (
    <span className={classes.theirs}>
      Theirs: {text}{' '}
      <UnstyledButton className={classes.take} onClick={onTake}>
        Take theirs
      </UnstyledButton>
    </span>
  )
}

type TextProps = FieldProps & {
  type?: 'text' | 'date' | 'datetime-local'
  isFirst?: boolean
  max?: number
  prefix?: string
}

export function TextField({ type = 'text', isFirst = false, max, prefix, ...field }: TextProps) {
  const { form, name } = field
  return (
    <TextInput
      {...common(field)}
      type={type}
      maxLength={max}
      autoFocus={isFirst}
      leftSection={prefix}
      leftSectionWidth={prefix ? `${prefix.length * 0.5 + 1.4}em` : undefined}
      classNames={prefix ? { section: classes.prefix ?? '' } : {}}
      value={String(form.typed[name])}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  )
}

export function AreaField({ max, ...field }: FieldProps & { max?: number }) {
  const { form, name } = field
  return (
    <Textarea
      {...common(field)}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={max}
      value={String(form.typed[name])}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  )
}

export function NumberField({ ...field }: FieldProps) {
  const { form, name } = field
  return (
    <NumberInput
      {...common(field)}
      size="sm"
      min={0}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={form.typed[name] as number | string}
      onChange={(value) => form.set(name, value)}
    />
  )
}

type Choices = readonly { value: string; label: string }[]

export function ChoiceField({
  choices,
  isSearchable = false,
  canBeNone = false,
  placeholder,
  ...field
}: FieldProps & { choices: Choices; isSearchable?: boolean; canBeNone?: boolean; placeholder?: string }) {
  const { form, name } = field
  const labelOf = (value: string | number | boolean) =>
    choices.find((choice) => choice.value === String(value))?.label ?? String(value)
  return (
    <Select
      {...common(field, labelOf)}
      data={choices}
      value={String(form.typed[name]) || null}
      placeholder={placeholder}
      searchable={isSearchable}
      clearable={canBeNone}
      allowDeselect={canBeNone}
      clearButtonProps={{ 'aria-label': 'None' }}
      nothingFoundMessage="Nothing has this name"
      onChange={(to) => form.set(name, to ?? '')}
    />
  )
}

/** The community to which something belongs; none is everybody. */
export function CommunityField({
  form,
  communities,
}: {
  form: PublicationForm
  communities: readonly { id: number; name: string }[]
}) {
  return (
    <ChoiceField
      form={form}
      name="community_id"
      label="Community"
      hint="Empty: for everybody."
      placeholder="Everybody"
      canBeNone
      isSearchable
      choices={communities.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}

export function SwitchField({ form, name, label, hint }: FieldProps) {
  const theirs = form.theirsOf(name)
  return (
    <Checkbox
      radius={4}
      label={label}
      description={theirs === undefined ? hint : `Theirs: ${theirs ? 'yes' : 'no'}`}
      checked={form.typed[name] === true}
      onChange={(event) => form.set(name, event.currentTarget.checked)}
    />
  )
}
