-- A seller has the identifiers of its country, by name; until now every seller was French.
update network set definition = jsonb_set(
  definition #- '{seller,siret}' #- '{seller,vatNumber}',
  '{seller,identifiers}',
  jsonb_strip_nulls(jsonb_build_object(
    'siret', nullif(definition #>> '{seller,siret}', ''),
    'vat', nullif(definition #>> '{seller,vatNumber}', '')
  ))
) where definition -> 'seller' ? 'siret';
