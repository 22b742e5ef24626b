create view folded_names as select id, buid, contact_id,
  lower(last_name) collate "C" as last, lower(first_name) collate "C" as first,
  lower(preferred_name) collate "C" as preferred, lower(former_last_name) collate "C" as former,
  left(lower(first_name), 2) collate "C" as first2, left(lower(first_name), 4) collate "C" as first4,
  left(lower(preferred_name), 2) collate "C" as preferred2, left(lower(former_last_name), 2) collate "C" as former2
from alumni;
create index alumni_last_name_idx on alumni ((lower(last_name)) collate "C", (lower(first_name)) collate "C", id);
create index alumni_first_name_idx on alumni ((lower(first_name)) collate "C", (lower(last_name)) collate "C", id);
create index alumni_first2_idx on alumni ((left(lower(first_name), 2)) collate "C", (lower(last_name)) collate "C", (lower(first_name)) collate "C", id);
create index alumni_first4_idx on alumni ((left(lower(first_name), 4)) collate "C", (lower(last_name)) collate "C", (lower(first_name)) collate "C", id);
create index alumni_preferred2_idx on alumni ((left(lower(preferred_name), 2)) collate "C", (lower(last_name)) collate "C", (lower(first_name)) collate "C", id, (lower(preferred_name)) collate "C", (lower(former_last_name)) collate "C")
  where left(lower(preferred_name), 2) is not null;
create index alumni_former2_idx on alumni ((left(lower(former_last_name), 2)) collate "C", (lower(last_name)) collate "C", (lower(first_name)) collate "C", id, (lower(former_last_name)) collate "C")
  where left(lower(former_last_name), 2) is not null;
create index engagements_description_idx on engagements (activity_code, description, engagement_date, buid);
