import type { PageMembers } from '@alumni/shared/page'
import type { ReportName } from '@alumni/shared/alumni/reports'
import type { ComponentProps } from 'react'
import type { z } from 'zod'
import { ListPage } from '../../domain/session/list-page.tsx'
import { writePlainSearch } from '../../plain-search.ts'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { readPageQuery } from '../../ui/read-query.ts'
import { formatCount } from '../../ui/format/numbers.ts'

export const reportTexts: Record<ReportName, { title: string; noun: readonly [one: string, many: string] }> = {
  look_alikes: { title: 'People who may be the same person', noun: ['pair', 'pairs'] },
  duplicate_emails: { title: 'Duplicate e-mail addresses', noun: ['address', 'addresses'] },
  bounced_letters: { title: 'Bounced letters', noun: ['person', 'people'] },
  alumni_without_degrees: { title: 'Alumni without degrees', noun: ['person', 'people'] },
}

type ReportSearch = { q?: string | undefined; page?: number | undefined }
type ReportData = PageMembers & { links: { csv: string } }

type ReportPageProps<Page extends ReportData, Row, Query extends ReportSearch> = Omit<
  ComponentProps<typeof ListPage<Page, Row, Query>>,
  'title' | 'noun' | 'query'
> & {
  name: ReportName
  reply: z.ZodType<Page>
  /** The noun for a row of the file, if it differs from the noun for a row of the list. */
  fileNoun?: readonly [one: string, many: string]
}

export function ReportPage<Page extends ReportData, Row, Query extends ReportSearch>({
  name,
  reply,
  fileNoun,
  buttons,
  ...list
}: ReportPageProps<Page, Row, Query>) {
  const { title, noun } = reportTexts[name]
  return (
    <ListPage<Page, Row, Query>
      {...list}
      title={title}
      noun={noun}
      query={(search) =>
        readPageQuery(['reports', name, search], `/settings/reports/${name}${writePlainSearch(search)}`, reply)
      }
      buttons={(page) => (
        <>
          {buttons?.(page)}
          {page && page.matching > 0 && (
            <DownloadButton
              url={page.links.csv}
              noun={fileNoun ?? noun}
              matching={fileNoun ? undefined : page.matching}
            >
              Export {formatCount(page.matching, noun)}
            </DownloadButton>
          )}
        </>
      )}
    />
  )
}
