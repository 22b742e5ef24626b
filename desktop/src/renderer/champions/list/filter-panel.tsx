import { sourceNames, type SignupChoices } from '@alumni/shared/champions/staff-list'
import { helpRoles } from '@alumni/shared/champions/record'
import { FieldPair, FilterDrawer, FilterGroup } from '../../domain/searches/filter-drawer.tsx'
import { CodesField, OneOfField, TypedField, YesNoField } from '../../domain/searches/filter-fields.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { chipsOf, without, type Filter } from './chips.ts'
import type { SignupWord, SignupWords } from './signup-words.ts'

const roles = Object.entries(helpRoles).map(([code, name]) => ({ code, name }))
const shelves = { deleted: 'Deleted ones instead', merged: 'Those merged into another instead' }

type FilterPanelProps = {
  isOpen: boolean
  /** The filter that someone came for. */
  at: Filter | undefined
  words: SignupWords
  choices: SignupChoices | undefined
  refused: Record<string, string> | undefined
  matching: number | undefined
  /** Loads the choices again, where they have not come. */
  onRetry: (() => unknown) | undefined
  onChange: (changes: SignupWords) => void
  onClose: () => void
}

/** All filters of the list of signups, but for the status and the words. */
export function FilterPanel({ words, choices, refused = {}, matching, onChange, ...drawer }: FilterPanelProps) {
  const set = chipsOf(words, choices).map(({ filter }) => filter)
  const field = (word: SignupWord) => ({
    value: words[word] ?? '',
    error: refused[word],
    onChange: (value: string) => onChange({ [word]: value }),
  })
  return (
    <FilterDrawer
      {...drawer}
      done={matching === undefined ? 'Done' : `Show ${countOf(matching, ['signup', 'signups'])}`}
      isAnySet={set.length > 0}
      onClear={() => onChange(without(...set))}
    >
      <FilterGroup title="Interest">
        <CodesField name="help" label="Helps with" choices={roles} {...field('help')} />
        <CodesField name="affinity" label="Affinity" choices={choices?.affinities} {...field('affinity')} />
      </FilterGroup>
      <FilterGroup title="Degree" about="As they told us themselves.">
        <CodesField name="college" label="College" choices={choices?.colleges} {...field('college')} />
        <FieldPair name="degree_year">
          <TypedField label="Degree year, from" hint="1998" isNumber {...field('year_from')} />
          <TypedField label="to" hint="2008" isNumber {...field('year_to')} />
        </FieldPair>
      </FilterGroup>
      <FilterGroup title="Place">
        <FieldPair name="zip">
          <TypedField label="ZIP code" hint="02118, or 021" isNumber {...field('zip')} />
          <TypedField label="City" hint="Or how it begins" {...field('city')} />
        </FieldPair>
        <CodesField name="state" label="State" choices={choices?.states} {...field('state')} />
        <CodesField name="country" label="Country" choices={choices?.countries} {...field('country')} />
      </FilterGroup>
      <FilterGroup title="Signup">
        <FieldPair name="signed_up">
          <TypedField label="Signed up from" isDate {...field('signed_up_from')} />
          <TypedField label="to" isDate {...field('signed_up_to')} />
        </FieldPair>
        <OneOfField name="source" label="Source" choices={sourceNames} {...field('source')} />
        <YesNoField name="completed" label="Completed" {...field('completed')} />
        <YesNoField name="linked" label="Linked to an alumnus" {...field('linked')} />
        <YesNoField name="google" label="Linked to Google" {...field('google')} />
        <YesNoField name="unreached" label="A letter did not arrive" {...field('unreached')} />
        <OneOfField name="show" label="Deleted or merged" none="Neither" choices={shelves} {...field('show')} />
      </FilterGroup>
    </FilterDrawer>
  )
}
