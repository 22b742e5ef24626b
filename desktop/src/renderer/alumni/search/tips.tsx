import { importTypeNames, importTypes } from '@alumni/shared/exchange/imports'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Box, Kbd, SimpleGrid, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconBulb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useRecentProfiles } from '../../domain/people/recent-profiles.ts'
import { savedSearchesQuery } from '../../domain/searches/saved-actions.ts'
import { useSession } from '../../domain/session/session.ts'
import { list } from '../../ui/words/numbers.ts'
import { Section } from '../../ui/page/section.tsx'
import { Button } from '../../ui/button.tsx'

const examples = [
  ['A name', 'jose alvarez', 'Accents and small typos do not matter; preferred and former names are found too.'],
  [
    'A class, place or employer',
    'alvarez 15',
    'Also smith boston, engineering 1990s or MBA’05: words that are not names are read as classes, places or employers.',
  ],
  [
    'A city or ZIP code',
    'smith near Boston, MA',
    'Near means 25 miles. Also Boston, MA alone, 02134, or within 10 miles of Boston.',
  ],
  ['An identifier', 'B00000001', 'A BUID, a contact ID or a CRM ID; the beginning is enough for the first two.'],
  ['An e-mail address', 'peggy.oneil@example.org', 'Any of a person’s addresses.'],
  ['A phone number', '617 555 0104', 'In any format.'],
] as const

/** Search tips: open for new people until they close them; always a click away. */
export function Tips() {
  const { user } = useSession()
  const isNew = useIsNew()
  const [chosen, choose] = useLocalStorage<boolean | null>({
    key: `search-tips:${user.id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const isOpen = chosen ?? isNew
  const id = useId()
  return (
    <Box maw={1080} mt={32}>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        icon={IconBulb}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => choose(!isOpen)}
      >
        {isOpen ? 'Hide the tips' : 'Tips'}
      </Button>
      {isOpen && (
        <SimpleGrid id={id} cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing={32} mt={12}>
          <WhatToType />
          {hasRole(user.role, 'admin') && <HowRecordsComeIn />}
        </SimpleGrid>
      )}
    </Box>
  )
}

/** No profile was opened yet, and no search saved. */
function useIsNew(): boolean {
  const recent = useRecentProfiles()
  const saved = useQuery(savedSearchesQuery('alumni_search'))
  return recent.length === 0 && saved.data?.searches.length === 0
}

function WhatToType() {
  return (
    <Section isRuled title="What you can type">
      <Stack component="dl" gap={12}>
        {examples.map(([what, example, about]) => (
          <div key={what}>
            <dt>
              {what}{' '}
              <Link to="/alumni_search" search={{ q: example }}>
                {example}
              </Link>
            </dt>
            <dd className="fact">{about}</dd>
          </div>
        ))}
      </Stack>
      <Box component="p" mt={16}>
        Or{' '}
        <Link to="/alumni_search" search={{ sort: 'name' }}>
          browse everyone
        </Link>
        , and narrow the list by filters.
      </Box>
      <Box component="p" className="fact" mt={16} visibleFrom="sm">
        <Kbd size="xs">/</Kbd> searches, <Kbd size="xs">f</Kbd> filters, <Kbd size="xs">j</Kbd> and{' '}
        <Kbd size="xs">k</Kbd> move through the list, <Kbd size="xs">?</Kbd> shows all keys.
      </Box>
    </Section>
  )
}

function HowRecordsComeIn() {
  return (
    <Section isRuled title="How records come in">
      <Stack component="ol" gap={8} pl={20}>
        <li>
          <strong>Upload</strong> a CSV file from the CRM:{' '}
          {list(importTypes.map((type) => importTypeNames[type].title.toLowerCase()))}.
        </li>
        <li>
          <strong>Review</strong> what is new, what changes and what is skipped. Nothing is written before you confirm.
        </li>
        <li>
          <strong>Import</strong>, and download the lines that need correction.
        </li>
      </Stack>
      <Box component="p" mt={16}>
        <Link to="/settings/imports">Go to the imports</Link>
      </Box>
    </Section>
  )
}
