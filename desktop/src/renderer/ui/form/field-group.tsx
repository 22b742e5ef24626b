import { Fieldset, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type FieldGroupProps = { name: string; about?: string | undefined; children: ReactNode }

/** Imports no form code, because the search page loads this file immediately. */
export function FieldGroup({ name, about, children }: FieldGroupProps) {
  return (
    <Fieldset variant="unstyled" legend={name} styles={{ legend: { marginBottom: 8, fontSize: 14, fontWeight: 600 } }}>
      <Stack gap={12}>
        {about && (
          <Text className="fact" mt={-8}>
            {about}
          </Text>
        )}
        {children}
      </Stack>
    </Fieldset>
  )
}
