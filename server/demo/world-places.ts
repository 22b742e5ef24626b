export type WorldPlace = {
  city: string
  state: string | null
  country: string
  postalCode: string
  street: string
  phone: string
  weight: number
}

/** City | subdivision | country (ISO 3166) | postal code, `#` a digit and `?` a letter | street, `##` the number | phone | weight. */
export const worldPlaces: WorldPlace[] = `
  London|ENG|GB|SW#A #AA|## Queen's Gate|+44 20 7946 0###|8
  Edinburgh|SCT|GB|EH# #NG|## Grassmarket|+44 131 496 0###|2
  Dublin|L|IE|D0# F#X#|## Pearse Street|+353 20 915 ####|3
  Toronto|ON|CA|M5V #A#|## Queen Street West|+1 416 555 01##|6
  Montréal|QC|CA|H2X #B#|## rue Saint-Denis|+1 514 555 01##|4
  Vancouver|BC|CA|V6B #C#|## Granville Street|+1 604 555 01##|3
  Paris|IDF|FR|750##|## rue de l'Église|+33 1 99 00 ## ##|4
  Genève|GE|CH|12##|## rue du Rhône|+41 22 555 01 ##|1
  Zürich|ZH|CH|80##|Bahnhofstraße ##|+41 44 555 01 ##|2
  Berlin|BE|DE|101##|Schönhauser Allee ##|+49 30 23125 ###|3
  München|BY|DE|803##|Türkenstraße ##|+49 89 99998 ###|2
  Wien|9|AT|10#0|Mariahilfer Straße ##|+43 1 555 01##|1
  Madrid|MD|ES|280##|Calle de Alcalá, ##|+34 91 555 01##|2
  Barcelona|CT|ES|080##|Carrer de Mallorca, ##|+34 93 555 01##|2
  Lisboa|11|PT|1#00-0##|Rua Augusta, ##|+351 21 555 01##|1
  Milano|25|IT|201##|Via Torino, ##|+39 02 5550 1##|2
  Warszawa|14|PL|0#-###|ul. Marszałkowska ##|+48 22 555 01 ##|1
  Praha|10|CZ|1#0 00|Vodičkova ##|+420 555 01# ###|1
  Stockholm|AB|SE|11# ##|Götgatan ##|+46 8 465 004 ##|1
  Istanbul|34|TR|34###|İstiklal Caddesi ##|+90 212 555 01 ##|2
  Athína|I|GR|10# ##|Ermou ##|+30 21 0555 01##|2
  Tel Aviv|TA|IL|61#####|Dizengoff Street ##|+972 3 555 01##|2
  Dubai|DU|AE||Jumeirah Road ##|+971 4 555 01##|2
  Lagos|LA|NG|10####|## Awolowo Road|+234 1 555 01##|2
  Accra|AA|GH|GA-###-####|## Oxford Street|+233 30 255 01##|1
  Nairobi|30|KE|00#00|Kimathi Street ##|+254 20 555 01##|1
  Cape Town|WC|ZA|80##|## Long Street|+27 21 555 01##|1
  Mumbai|MH|IN|4000##|##, Marine Drive|+91 22 5550 1###|5
  Bengaluru|KA|IN|5600##|## Brigade Road|+91 80 5550 1###|4
  Delhi|DL|IN|1100##|##, Connaught Place|+91 11 5550 1###|3
  Shanghai|SH|CN|2000##|Nanjing Road ##|+86 21 5550 1###|5
  Beijing|BJ|CN|1000##|Wangfujing Street ##|+86 10 5550 1###|4
  Hong Kong||HK||Flat #?, ## Nathan Road|+852 5550 1###|4
  Taipei|TPE|TW|10#|No. ##, Roosevelt Road|+886 2 5550 1###|3
  Seoul|11|KR|04###|## Gangnam-daero|+82 2 555 01##|4
  Tokyo|13|JP|1##-00##|#-#-# Shibuya|+81 3 5550 1###|4
  Singapore||SG|0#####|## Orchard Road|+65 5550 1###|2
  Bangkok|10|TH|10##0|## Sukhumvit Road|+66 2 555 01##|1
  Hà Nội|HN|VN|1##000|## phố Hàng Bông|+84 24 5550 1###|2
  Sydney|NSW|AU|20##|## George Street|+61 2 5550 ####|3
  Auckland|AUK|NZ|10##|## Queen Street|+64 9 555 01##|1
  Ciudad de México|CMX|MX|06###|Avenida Álvaro Obregón ##|+52 55 5550 1###|4
  São Paulo|SP|BR|01###-###|Rua Augusta, ##|+55 11 5550 1###|4
  Bogotá|DC|CO|11####|Calle ## # ##-##|+57 601 555 01##|2
  Buenos Aires|C|AR|C1###???|Avenida Corrientes ##|+54 11 5550 1###|2
  Santiago|RM|CL|83#####|Avenida Providencia ##|+56 2 2555 01##|1`
  .trim()
  .split('\n')
  .map((line) => {
    const [city = '', state = '', country = '', postalCode = '', street = '', phone = '', weight = ''] = line
      .trim()
      .split('|')
    return { city, state: state || null, country, postalCode, street, phone, weight: Number(weight) }
  })
