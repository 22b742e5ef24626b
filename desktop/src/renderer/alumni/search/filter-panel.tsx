import type { SearchChoices } from '@alumni/shared/alumni/search'
import { FieldPair, FilterDrawer, FilterGroup } from '../../domain/searches/filter-drawer.tsx'
import { CodesField, TypedField, YesNoField } from '../../domain/searches/filter-fields.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { chipsOf, without, type Filter } from './chips.ts'
import type { SearchWord, SearchWords } from './search-words.ts'

type FilterPanelProps = {
  isOpen: boolean
  /** The filter that someone came for. */
  at: Filter | undefined
  words: SearchWords
  choices: SearchChoices | undefined
  refused: Record<string, string> | undefined
  matching: number | undefined
  /** Loads the choices again, where they have not come. */
  onRetry: (() => unknown) | undefined
  onChange: (changes: SearchWords) => void
  onClose: () => void
}

/** All filters of the search for alumni. */
export function FilterPanel({ words, choices, refused = {}, matching, onChange, ...drawer }: FilterPanelProps) {
  const set = chipsOf(words, choices).map(({ filter }) => filter)
  const field = (word: SearchWord) => ({
    value: words[word] ?? '',
    error: refused[word],
    onChange: (value: string) => onChange({ [word]: value }),
  })
  return (
    <FilterDrawer
      {...drawer}
      done={matching === undefined ? 'Done' : `Show ${countOf(matching, ['person', 'people'])}`}
      isAnySet={set.length > 0}
      onClear={() => onChange(without(...set))}
    >
      <FilterGroup title="Degree" about="All of these are about one and the same degree.">
        <CodesField name="college" label="College" choices={choices?.colleges} {...field('college')} />
        <CodesField name="major" label="Major" choices={choices?.majors} {...field('major')} />
        <CodesField
          name="degree"
          label="Degree"
          choices={choices?.degrees.map((code) => ({ code, name: code }))}
          {...field('degree')}
        />
        <FieldPair name="class_years">
          <TypedField label="Class of, from" hint="1998" isNumber {...field('year_from')} />
          <TypedField label="to" hint="2008" isNumber {...field('year_to')} />
        </FieldPair>
        <div data-filter="degree_by">
          <TypedField label="Degree dated by" isDate {...field('degree_by')} />
        </div>
      </FilterGroup>
      <FilterGroup title="Place">
        <FieldPair name="zip">
          <TypedField label="ZIP code" hint="02118, or 021" isNumber {...field('zip')} />
          <TypedField label="Within miles" hint="Any distance" isNumber {...field('within')} />
        </FieldPair>
        <CodesField name="state" label="State" choices={choices?.states} {...field('state')} />
        <CodesField name="country" label="Country" choices={choices?.countries} {...field('country')} />
      </FilterGroup>
      <FilterGroup title="Engagement" about="Activity and event are about each of the days below.">
        <CodesField name="activity" label="Activity" choices={choices?.activities} {...field('activity')} />
        <div data-filter="event">
          <TypedField label="Event" hint="Its name in full" {...field('event')} />
        </div>
        <FieldPair name="engaged">
          <TypedField label="Engaged from" isDate {...field('engaged_from')} />
          <TypedField label="to" isDate {...field('engaged_to')} />
        </FieldPair>
        <YesNoField name="engaged_before" label="Engaged before that" {...field('engaged_before')} />
        <FieldPair name="not_engaged">
          <TypedField label="Not engaged from" isDate {...field('not_engaged_from')} />
          <TypedField label="to" isDate {...field('not_engaged_to')} />
        </FieldPair>
      </FilterGroup>
      <FilterGroup title="Belonging">
        <CodesField name="affinity" label="Affinity" choices={choices?.affinities} {...field('affinity')} />
        <div data-filter="employer">
          <TypedField label="Employer" hint="Part of its name" {...field('employer')} />
        </div>
      </FilterGroup>
      <FilterGroup title="Standing">
        <YesNoField name="champion" label="Champion" {...field('champion')} />
        <YesNoField name="deceased" label="Deceased" {...field('deceased')} />
        <YesNoField name="do_not_contact" label="Do not contact" {...field('do_not_contact')} />
        <YesNoField name="do_not_email" label="Do not e-mail" {...field('do_not_email')} />
      </FilterGroup>
    </FilterDrawer>
  )
}
