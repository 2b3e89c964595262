-- The search of the office (decision 161): names and e-mail addresses with typing errors, and the numbers that had no index yet.

-- A text without case, accents, optional marks and letter variants, as `fold` in packages/rules; hyphens and apostrophes part words.
create function search_text(value text) returns text language sql immutable parallel safe
return translate(
  replace(replace(replace(
    regexp_replace(normalize(lower(value), nfkd),
      '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]', '', 'g'),
    'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'),
  E'øđłı\u0671\u0629\u0649''\u2019\u02bc-\u2010\u2011\u0640', E'odli\u0627\u0647\u064a      ');

-- What names are found by: a space and the beginning of each word; and for words of four letters or more the word itself and the
-- word without each of its letters. Two words that share one of the latter differ in one letter or two. The cost makes the planner
-- use the index; not parallel, because starting a worker takes longer than such a search.
create function name_search_keys(first_name text, last_name text) returns text[] language sql immutable cost 500
begin atomic
  select coalesce(array_agg(distinct key), '{}') from
    (select left(part, 40) as word from unnest(string_to_array(search_text(first_name || ' ' || last_name), ' ')) as part) words
    cross join generate_series(0, length(word)) n
    cross join lateral (values
      (case when n >= least(2, length(word)) then ' ' || left(word, n) end),
      (case when length(word) >= 4 then overlay(word placing '' from greatest(n, 1) for least(n, 1)) end)) keys (key)
  where word <> '' and key is not null;
end;

-- What e-mail addresses are found by: the part before the at sign, whole and without each of its letters. Thousands of addresses
-- share their domain.
create function email_search_keys(email text, contact_email text) returns text[] language sql immutable cost 500
begin atomic
  select coalesce(array_agg(distinct overlay(word placing '' from greatest(n, 1) for least(n, 1))), '{}')
  from (values (left(split_part(email, '@', 1), 40)), (left(split_part(contact_email, '@', 1), 40))) words (word)
    cross join generate_series(0, length(word)) n
  where word <> '';
end;

-- Indexes of expressions follow their rows by themselves, and forget erased people with them.
create index traveller_search_keys on traveller using gin (name_search_keys(first_name, last_name)) with (gin_pending_list_limit = 256);
create index traveller_phone on traveller (network_id, right(phone, 6)) where phone is not null;
create index account_search_keys on account using gin (email_search_keys(email, contact_email)) with (gin_pending_list_limit = 256);
create index account_contact_email on account (network_id, contact_email) where contact_email is not null;

create index voucher_use_code on voucher_use (network_id, code);
create index provider_session_transaction on provider_session (transaction_id) where transaction_id is not null;
create index settlement_entry_source on settlement_entry (source) where source is not null;
create index dispute_reference on dispute (reference);
