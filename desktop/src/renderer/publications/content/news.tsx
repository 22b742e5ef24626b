import {
  contentChoices,
  editNewsPage,
  newsContract,
  type ContentChoices,
  type ContentPage,
  type ContentQuery,
  type ContentRow,
  type NewsRecord,
} from '@alumni/shared/publications/staff-content'
import { IconNews } from '@tabler/icons-react'
import type { z } from 'zod'
import { formatZone } from '../../domain/publications/clock.ts'
import { AddressField, CommunityField, FormGroup, TextField, TitleFields } from '../../domain/publications/fields.tsx'
import { EditPublicationPage, NewPublicationPage, type FormPageConfig } from '../../domain/publications/form-page.tsx'
import { MarkdownField } from '../../domain/publications/markdown-field.tsx'
import { PictureFields } from '../../domain/publications/photo-field.tsx'
import { PublicationsPage, type ListConfig } from '../../domain/publications/publication-list.tsx'
import { PublicationPage, type PageConfig } from '../../domain/publications/publication-page.tsx'
import { contentColumns, contentPageConfig, news } from './content.tsx'

export const NewsPage = () => <PublicationsPage config={listConfig} />
export const NewsItemPage = () => <PublicationPage showing={pageConfig} />
export const NewNewsPage = () => <NewPublicationPage config={formConfig} />
export const EditNewsPage = () => <EditPublicationPage config={formConfig} />

const listConfig: ListConfig<ContentPage, ContentRow, ContentQuery> = {
  ...news,
  page: newsContract.page,
  rowsOf: ({ rows }) => rows,
  title: 'News',
  icon: IconNews,
  columns: contentColumns(news),
  searchedFields: 'title, summary, author or community',
  newLabel: 'New item',
  invitation: 'Write what alumni should hear about. It stays a draft until you publish it.',
}

const pageConfig: PageConfig<z.infer<typeof editNewsPage>, NewsRecord> = {
  ...news,
  ...contentPageConfig,
  page: editNewsPage,
  facts: ({ community, author, state, ends, clock_zone }) => [
    { name: 'Community', value: community },
    { name: 'Author', value: author },
    {
      name: state === 'ended' ? 'Left the site' : 'Leaves the site',
      value: ends && `${ends.replace('T', ', ')}, ${formatZone(clock_zone)}`,
    },
  ],
}

const formConfig: FormPageConfig<NewsRecord, ContentChoices> = {
  ...news,
  titleOfNew: 'New item',
  contract: newsContract,
  newPage: contentChoices,
  editPage: editNewsPage,
  defaults: { picture: 'letter' },
  emptyInCopy: ['ends'],
  renderFields: ({ choices, publishedSlug }) => (
    <>
      <FormGroup name="What it says">
        <TitleFields />
        <CommunityField communities={choices.communities} />
        <TextField name="author" label="Author" hint="Shown beside the date. Optional." max={120} />
        <PictureFields />
        <MarkdownField />
      </FormGroup>
      <FormGroup name="Where and how long">
        <AddressField prefix="/news/" publishedSlug={publishedSlug} />
        <TextField
          name="ends"
          type="datetime-local"
          label="Leaves the site at"
          hint={`Leave empty to keep it. In the institution’s time zone: ${formatZone(choices.clock_zone)}.`}
        />
      </FormGroup>
    </>
  ),
}
