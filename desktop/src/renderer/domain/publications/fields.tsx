import { countryOptions } from '@alumni/shared/countries'
import { formatCity, type Location } from '@alumni/shared/publications/locations'
import { toSlug } from '@alumni/shared/publications/publications'
import { Anchor, Autocomplete, Checkbox, NumberInput, Select, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { ConflictingValue } from '../../ui/form/edit-form.tsx'
import { LimitedArea, LimitedInput } from '../../ui/form/limited-input.tsx'
import type { PublicationForm, FieldValues } from './use-publication-form.ts'
import classes from './form.module.css'

const FormContext = createContext<PublicationForm | null>(null)
export const FormProvider = FormContext.Provider
export const usePublicationFormContext = () => useContext(FormContext)!

type FieldProps = { name: string; label: string; hint?: ReactNode; isWide?: boolean }

function commonProps(
  form: PublicationForm,
  { name, label, hint, isWide = false }: FieldProps,
  describe: (value: FieldValues[string]) => string = String,
) {
  const conflicting = form.conflictingValueOf(name)
  return {
    label,
    error: form.errors[name],
    autoComplete: 'off',
    className: isWide ? classes.wide : undefined,
    descriptionProps: { component: 'div' },
    description: hint,
    inputContainer: (input: ReactNode) => (
      <>
        {input}
        {conflicting !== undefined && (
          <ConflictingValue
            field={label}
            value={describe(conflicting) || null}
            onUse={() => form.set(name, conflicting)}
          />
        )}
      </>
    ),
  }
}

type TextProps = FieldProps & {
  type?: 'text' | 'date' | 'datetime-local'
  isFirst?: boolean
  max?: number
  prefix?: string
  onType?: (value: string) => void
}

export function TextField({ type = 'text', isFirst = false, max, prefix = '', onType, ...field }: TextProps) {
  const form = usePublicationFormContext()
  const { name } = field
  return (
    <LimitedInput
      {...commonProps(form, field)}
      {...(prefix && {
        leftSection: (
          <Text span fz={13} className="muted">
            {prefix}
          </Text>
        ),
        leftSectionWidth: `${prefix.length * 0.5 + 1.4}em`,
      })}
      type={type}
      limit={max}
      autoFocus={isFirst}
      value={String(form.values[name])}
      onChange={(event) => {
        form.set(name, event.currentTarget.value)
        onType?.(event.currentTarget.value)
      }}
    />
  )
}

export function AreaField({ max, isFirst = false, ...field }: FieldProps & { max?: number; isFirst?: boolean }) {
  const form = usePublicationFormContext()
  const { name } = field
  return (
    <LimitedArea
      {...commonProps(form, field)}
      autosize
      minRows={2}
      maxRows={6}
      autoFocus={isFirst}
      limit={max}
      value={String(form.values[name])}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  )
}

export function NumberField(field: FieldProps) {
  const form = usePublicationFormContext()
  const { name } = field
  return (
    <NumberInput
      {...commonProps(form, field)}
      size="sm"
      min={0}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={form.values[name] as number | string}
      onChange={(value) => form.set(name, value)}
    />
  )
}

type ChoiceProps = FieldProps & {
  choices: readonly { value: string; label: string }[]
  isSearchable?: boolean
  canBeNone?: boolean
  placeholder?: string
  onChoose?: (value: string) => void
}

export function ChoiceField(props: ChoiceProps) {
  const { choices, isSearchable, canBeNone = false, placeholder, onChoose, ...field } = props
  const form = usePublicationFormContext()
  const { name } = field
  return (
    <Select
      {...commonProps(
        form,
        field,
        (conflicting) => choices.find(({ value }) => value === String(conflicting))?.label ?? String(conflicting),
      )}
      data={choices}
      value={String(form.values[name]) || null}
      placeholder={placeholder}
      searchable={isSearchable ?? false}
      clearable={canBeNone}
      allowDeselect={canBeNone}
      clearButtonProps={{ 'aria-label': 'None' }}
      nothingFoundMessage="Nothing matches"
      onChange={(to) => {
        form.set(name, to ?? '')
        onChoose?.(to ?? '')
      }}
    />
  )
}

export function CommunityField({ communities }: { communities: readonly { id: number; name: string }[] }) {
  return (
    <ChoiceField
      name="community_id"
      label="Community"
      hint="Leave empty for everyone."
      placeholder="Everyone"
      canBeNone
      isSearchable
      choices={communities.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}

export function SwitchField({ name, label }: FieldProps) {
  const form = usePublicationFormContext()
  const conflicting = form.conflictingValueOf(name)
  return (
    <Checkbox
      className={classes.wide}
      label={label}
      description={conflicting !== undefined && `Theirs: ${conflicting ? 'yes' : 'no'}`}
      checked={form.values[name] === true}
      onChange={(event) => form.set(name, event.currentTarget.checked)}
    />
  )
}

export function TitleFields({ label = 'Title' }: { label?: string }) {
  const isSummaryFocused = useLocation({ select: ({ hash }) => hash === 'summary' })
  return (
    <>
      <TextField name="title" label={label} max={120} isFirst={!isSummaryFocused} isWide />
      <AreaField
        name="summary"
        label="Summary"
        hint="One or two sentences that people read in the list."
        max={300}
        isFirst={isSummaryFocused}
        isWide
      />
    </>
  )
}

type AddressFieldProps = { prefix: string; publishedSlug: string | null }

/** Edits the slug, which is derived from the title by default. Warns before a published address is changed. */
export function AddressField({ prefix, publishedSlug }: AddressFieldProps) {
  const form = usePublicationFormContext()
  const [isShown, setShown] = useState(false)
  const slug = String(form.values.slug)
  if (!isShown && !form.errors.slug && form.conflictingValueOf('slug') === undefined)
    return (
      <p className={`note ${classes.wide}`}>
        Its page: {prefix}
        {slug || toSlug(String(form.values.title), '…')}{' '}
        <Anchor component="button" type="button" fz="inherit" onClick={() => setShown(true)}>
          Change the address
        </Anchor>
      </p>
    )
  const hintOfPublished =
    slug !== '' && slug !== publishedSlug ? (
      <span className="warning">
        Links, letters and printed codes for {prefix}
        {publishedSlug} will go to the new address, unless something else gets the old one.
      </span>
    ) : (
      'People may already know it. The old address will lead to the new one.'
    )
  const hint = publishedSlug === null ? 'Leave empty to make it from the title.' : hintOfPublished
  return (
    <TextField name="slug" label="Address of its page" prefix={prefix} hint={hint} max={100} isFirst={isShown} isWide />
  )
}

/** Edits the city, state and country. Choosing a city from `used` fills in the other two. */
export function LocationFields({ used, hint = 'Such as “Boston”.' }: { used: readonly Location[]; hint?: string }) {
  const form = usePublicationFormContext()
  const suggested = new Map(used.map((location) => [formatCity(location), location]))
  // Mantine reports a chosen suggestion as if it were typed.
  const change = (text: string) => {
    const location = suggested.get(text)
    form.set('city', location?.city ?? text)
    if (!location) return
    form.set('region', location.region ?? '')
    form.set('country', location.country ?? '')
  }
  return (
    <>
      <Autocomplete
        {...commonProps(form, { name: 'city', label: 'City', hint })}
        data={[...suggested.keys()]}
        limit={8}
        value={String(form.values.city)}
        onChange={change}
      />
      <TextField name="region" label="State or region" hint="Such as “MA”." max={100} />
      <ChoiceField
        name="country"
        label="Country"
        placeholder="United States"
        canBeNone
        isSearchable
        choices={countryOptions()}
      />
    </>
  )
}

export function FormGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={`frame ${classes.group}`}>
      <legend>{name}</legend>
      <div className={classes.fields}>{children}</div>
    </fieldset>
  )
}
