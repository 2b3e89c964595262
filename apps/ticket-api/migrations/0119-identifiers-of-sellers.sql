-- A seller has the identifiers of its country, by name; until now every seller was French. A statement in the place of the VAT number
-- ("TVA non applicable, article 293 B du CGI") is why no tax is charged.
with seller as (
  select id, nullif(btrim(definition #>> '{seller,siret}'), '') as siret, nullif(btrim(definition #>> '{seller,vatNumber}'), '') as vat
  from network where definition -> 'seller' ? 'siret'
), read as (
  select id, left(siret, 40) as siret, vat, coalesce(vat ~ '^[A-Z]{2} ?[0-9A-Z ]{2,20}$', false) as is_number from seller
)
update network n set definition = jsonb_set(
  n.definition #- '{seller,siret}' #- '{seller,vatNumber}',
  '{seller}',
  (n.definition -> 'seller') - 'siret' - 'vatNumber' || jsonb_build_object(
    'identifiers', jsonb_strip_nulls(jsonb_build_object('siret', r.siret, 'vat', case when r.is_number then r.vat end))
  ) || jsonb_strip_nulls(jsonb_build_object('taxExemption', case when not r.is_number then left(r.vat, 200) end))
) from read r where r.id = n.id;
