import type { CommunityRecord, NewsRecord } from '@alumni/shared/publications/staff-content'
import { photoPath, photoSet, photoSize } from '@alumni/shared/publications/photos'
import type { ComponentProps, ReactElement } from 'react'
import { Facts, LastChange, OnSite } from '../../domain/publications/facts.tsx'
import type { PublicationDelete, PublicationMove } from '../../domain/publications/mutations.ts'
import { PublicationActions } from '../../domain/publications/publication-actions.tsx'
import { Prose } from '../../domain/publications/prose.tsx'
import { Page } from '../../ui/page.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { stateWords } from './words.ts'
import classes from './content.module.css'

type ContentRecordProps = {
  record: CommunityRecord | NewsRecord
  noun: string
  facts: ComponentProps<typeof Facts>['facts']
  move: PublicationMove
  remove: PublicationDelete
  renderEdit: (props: object) => ReactElement
  onDeleted: () => void
  onCopy: () => void
}

/**
 * A community or news as it stands: its facts, its photo and text as the alumni's site shows them, and what can be done
 * with it.
 */
export function ContentRecord({ record, noun, facts, ...actions }: ContentRecordProps) {
  const { word, icon, tone } = stateWords[record.state]
  const { photo, photo_alt } = record
  return (
    <Page
      title={record.title}
      mark={
        <StateWord icon={icon} tone={tone}>
          {word}
        </StateWord>
      }
      about={record.summary || 'There is no summary yet: it needs one before it can be published.'}
      actions={
        <PublicationActions<never>
          record={record}
          noun={noun}
          canDelete={record.keeps === null}
          renderConsequences={(asked) => consequences[asked]}
          {...actions}
        />
      }
    >
      <Facts
        facts={[
          ...facts,
          { name: 'On the alumni’s site', value: <OnSite record={record} /> },
          { name: 'Last changed', value: <LastChange at={record.updated_at} by={record.updated_by} /> },
        ]}
      />
      <section aria-labelledby="text" className={classes.text}>
        <h2 id="text">As the alumni’s site shows it</h2>
        {photo && (
          <img
            src={photoPath(photo, 800)}
            srcSet={photoSet(photo, 'webp')}
            sizes="(min-width: 700px) 640px, 100vw"
            width={photoSize(photo).width}
            height={photoSize(photo).height}
            alt={photo_alt}
          />
        )}
        <Prose html={record.html} />
      </section>
    </Page>
  )
}

const consequences = {
  publish: 'Everybody can read it on the alumni’s site from now on.',
  unpublish: 'It leaves the alumni’s site and is a draft again. Links to it find nothing until it is published again.',
  delete: 'It is gone for good, and so are its addresses.',
}
