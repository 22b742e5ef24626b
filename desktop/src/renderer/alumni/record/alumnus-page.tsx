import type { ChampionSignup, AlumnusPage as PageData } from '@alumni/shared/alumni/record'
import { countryName, placeName } from '@alumni/shared/countries'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useRememberRecentProfile } from '../../domain/people/recent-profiles.ts'
import { useRecordOrigin, wayBackOf } from '../../domain/searches/list-origin.ts'
import { Neighbors } from '../../domain/searches/neighbors.tsx'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Card, Facts } from '../../ui/page/card.tsx'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { Breakable } from '../../ui/words/breakable.tsx'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { ContactCard } from './contact-card.tsx'
import { CrmChangesCard } from './crm-changes-card.tsx'
import { HeaderFacts, HeaderSkeleton, titleOf, Warnings } from './header.tsx'
import { alumnusQuery } from './queries.ts'
import { RecordTabs } from './record-tabs.tsx'

/** Everything that is on file about one person. */
export function AlumnusPage() {
  const { id } = useParams({ from: '/shell/alumni/$id' })
  const { tab } = useSearch({ from: '/shell/alumni/$id' })
  const query = useQuery(alumnusQuery(id))
  const page = query.data
  const title = page ? titleOf(page) : 'Alumnus'
  const list = useRecordOrigin()
  const navigate = useNavigate()
  useRememberRecentProfile(page && { id: page.alumnus.buid, name: title })
  useLetterKey('c', () => page && void copyText(page.alumnus.buid))
  return (
    <ResourcePage
      query={query}
      height={180}
      title={title}
      isRecord
      crumbs={[
        {
          title: 'Search',
          path: '/alumni_search',
          cameFrom: list?.path === '/alumni_search' ? wayBackOf(list, id) : undefined,
        },
      ]}
      notice={page && <Warnings page={page} />}
      toolbar={
        list && (
          <Neighbors
            list={list}
            record={page?.alumnus.buid ?? id.toUpperCase()}
            noun="person"
            pageQuery={alumnusQuery}
            open={(to, list) =>
              void navigate({ to: '/alumni/$id', params: { id: to }, search: { tab }, state: { list }, replace: true })
            }
          />
        )
      }
      about={page ? <HeaderFacts page={page} /> : query.isPending && <HeaderSkeleton />}
    >
      {(loaded) => <Records key={loaded.alumnus.buid} page={loaded} loadedAt={query.dataUpdatedAt} />}
    </ResourcePage>
  )
}

function Records({ page, loadedAt }: { page: PageData; loadedAt: number }) {
  return (
    <WithAside
      isAsideWide
      aside={<RecordTabs page={page} loadedAt={loadedAt} />}
      foot={
        <>
          <CrmChangesCard page={page} />
          {page.champion_signup && <SignupCard signup={page.champion_signup} />}
        </>
      }
    >
      <ContactCard page={page} />
    </WithAside>
  )
}

/** What the person said when they signed up as a champion. */
function SignupCard({ signup }: { signup: ChampionSignup }) {
  const { email, city, postal_code, country, google_linked } = signup
  return (
    <Card title="Champion signup">
      <Facts
        facts={[
          ['E-mail', email && <Breakable key="email" text={email} />],
          ['Place', placeName({ city, state: null, country }, postal_code) || (country && countryName(country))],
          ['Google', google_linked ? 'Linked' : 'Not linked'],
        ]}
      />
    </Card>
  )
}
