-- Presses of buttons that work once, for some seconds: the same browser's second press gets the first one's answer. Both the hash and
-- the key of the answer follow from a secret that only the browser has.
create table button_presses (
  press_hash text primary key,
  answer text,
  expires_at timestamptz not null
);
