import type { SearchChoices } from '@alumni/shared/alumni-search'
import { Button, Drawer } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { countOf } from '../ui/words/numbers.ts'
import { chipsOf, without, type Filter } from './chips.ts'
import { CodesField, TypedField, YesNoField } from './filter-fields.tsx'
import type { SearchWord, SearchWords } from './search-words.ts'
import classes from './filter-panel.module.css'

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

/** All filters, each in force as soon as it is set; the list behind shows what they do. */
export function FilterPanel({
  isOpen,
  at,
  words,
  choices,
  refused = {},
  matching,
  onRetry,
  onChange,
  onClose,
}: FilterPanelProps) {
  const set = chipsOf(words, choices).map(({ filter }) => filter)
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={440}
      title="Filter"
      overlayProps={{ backgroundOpacity: 0.12 }}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': 'Close the filters' }}
      classNames={{ body: classes.body }}
    >
      {onRetry && (
        <div className={classes.failed}>
          <NotLoaded sentence="What the lists offer could not be loaded." onRetry={onRetry} />
        </div>
      )}
      <Fields at={at} words={words} choices={choices} refused={refused} onChange={onChange} />
      <div className={classes.foot}>
        <Button variant="subtle" disabled={set.length === 0} onClick={() => onChange(without(...set))}>
          Clear all
        </Button>
        <Button onClick={onClose}>
          {matching === undefined ? 'Done' : `Show ${countOf(matching, ['person', 'people'])}`}
        </Button>
      </div>
    </Drawer>
  )
}

type FieldsProps = Pick<FilterPanelProps, 'at' | 'words' | 'choices' | 'onChange'> & { refused: Record<string, string> }

function Fields({ at, words, choices, refused, onChange }: FieldsProps) {
  const place = useFocusOn(at)
  const field = (word: SearchWord) => ({
    value: words[word] ?? '',
    error: refused[word],
    onChange: (value: string) => onChange({ [word]: value }),
  })
  return (
    <div ref={place} className={classes.groups}>
      <Group title="Degree" about="All of these are about one and the same degree.">
        <CodesField name="college" label="College" choices={choices?.colleges} {...field('college')} />
        <CodesField name="major" label="Major" choices={choices?.majors} {...field('major')} />
        <CodesField
          name="degree"
          label="Degree"
          choices={choices?.degrees.map((code) => ({ code, name: code }))}
          {...field('degree')}
        />
        <div className={classes.pair} data-filter="class_years">
          <TypedField label="Class of, from" hint="1998" isNumber {...field('year_from')} />
          <TypedField label="to" hint="2008" isNumber {...field('year_to')} />
        </div>
      </Group>
      <Group title="Place">
        <div className={classes.pair} data-filter="zip">
          <TypedField label="ZIP code" hint="02118, or 021" isNumber {...field('zip')} />
          <TypedField label="Within miles" hint="Any distance" isNumber {...field('within')} />
        </div>
        <CodesField name="state" label="State" choices={choices?.states} {...field('state')} />
        <CodesField name="country" label="Country" choices={choices?.countries} {...field('country')} />
      </Group>
      <Group title="Engagement">
        <CodesField name="activity" label="Activity" choices={choices?.activities} {...field('activity')} />
        <div className={classes.pair} data-filter="engaged">
          <TypedField label="Engaged from" isDate {...field('engaged_from')} />
          <TypedField label="to" isDate {...field('engaged_to')} />
        </div>
      </Group>
      <Group title="Belonging">
        <CodesField name="affinity" label="Affinity" choices={choices?.affinities} {...field('affinity')} />
        <div data-filter="employer">
          <TypedField label="Employer" hint="Part of its name" {...field('employer')} />
        </div>
      </Group>
      <Group title="Standing">
        <YesNoField name="champion" label="Champion" {...field('champion')} />
        <YesNoField name="deceased" label="Deceased" {...field('deceased')} />
        <YesNoField name="do_not_contact" label="Do not contact" {...field('do_not_contact')} />
      </Group>
    </div>
  )
}

function Group({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      {about && <p className="muted">{about}</p>}
      {children}
    </fieldset>
  )
}

/** The first field, or the one of a chip. */
function useFocusOn(filter: Filter | undefined) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const within = filter && place.current?.querySelector(`[data-filter="${filter}"]`)
    const field = (within ?? place.current)?.querySelector<HTMLElement>('input:not([type="hidden"])')
    // After the drawer has put the focus on its own first button.
    const timer = setTimeout(() => field?.focus(), 60)
    return () => clearTimeout(timer)
  }, [filter])
  return place
}
