import { Center } from '@mantine/core'
import { useInstitution } from './institution.ts'

export function InstitutionMark({ size = 32 }: { size?: number }) {
  const { logo_url, short_name } = useInstitution()
  const style = { flex: 'none', objectFit: 'contain', borderRadius: 8 } as const
  if (logo_url) return <img style={style} src={logo_url} width={size} height={size} alt="" />
  return (
    <Center style={style} w={size} h={size} fz={size / 2} fw={600} lh={1} bg="var(--accent)" c="#fff" aria-hidden>
      {short_name.slice(0, 1).toUpperCase()}
    </Center>
  )
}
