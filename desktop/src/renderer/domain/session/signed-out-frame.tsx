import { signedOutPage } from '@alumni/shared/staff/accounts'
import { Box, Group, Text } from '@mantine/core'
import { queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { request } from '../../http.ts'
import { InstitutionMark } from '../../ui/institution/institution-mark.tsx'
import { isFromServer, storeInstitution, useInstitution } from '../../ui/institution/institution.ts'
import { usePageTitle } from '../../ui/page/page.tsx'
import classes from './signed-out-frame.module.css'

export const signedOutQuery = queryOptions({
  queryKey: ['signed-out'],
  queryFn: async ({ signal }) => {
    const page = await request('/login', signedOutPage, { signal })
    storeInstitution(page.institution)
    return page
  },
  staleTime: 0,
})

export function SignedOutFrame({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  const institution = useInstitution()
  usePageTitle(title)
  return (
    <div className={classes.frame} data-whole-window>
      <Box
        component="main"
        className={`floating ${classes.card}`}
        p={{ base: 20, xs: 32 }}
        w="min(100%, 400px)"
        bg="var(--surface)"
        style={{ alignSelf: 'center' }}
      >
        <Group gap={12} mb={28} wrap="nowrap">
          <InstitutionMark size={40} />
          <div className="lines">
            <strong>{institution.name}</strong>
            {isFromServer(institution) && <span className="fact">Alumni relations</span>}
          </div>
        </Group>
        <Text component="h1" tabIndex={-1} fz={22} fw={600} lh="inherit" lts="-0.012em" mb={4}>
          {title}
        </Text>
        {about && <p className="muted">{about}</p>}
        {children}
      </Box>
      <Box component="footer" className="fact" mih={40} pt={16}>
        {institution.support_email && (
          <>
            Need help? <a href={`mailto:${institution.support_email}`}>{institution.support_email}</a>
          </>
        )}
      </Box>
    </div>
  )
}
