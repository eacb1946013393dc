// Round-trip times between the places of the model, in milliseconds.

/**
 * Medians (P50) of the 30 days to 30 July 2026 between Azure regions: Microsoft, "Azure network round-trip latency
 * statistics", learn.microsoft.com/azure/networking/azure-network-latency. Cloudflare publishes none of its own network.
 */
export const SOURCE = {
  what: 'Microsoft, Azure network round-trip latency statistics, P50',
  when: '30 days to 30 July 2026',
  url: 'https://learn.microsoft.com/azure/networking/azure-network-latency',
};

/** Where the primary is; D1's location hint `weur`. */
export const PRIMARY = 'Frankfurt';

/** Where D1 keeps replicas: one in each region, where in it is not published, so these cities are assumed. */
export const REPLICAS = {
  'Frankfurt (WEUR)': 'Germany West Central',
  'Warsaw (EEUR)': 'Poland Central',
  'Virginia (ENAM)': 'East US',
  'California (WNAM)': 'West US',
  'Singapore (APAC)': 'Southeast Asia',
  'Sydney (OC)': 'Australia East',
};

/** City → the region that stands for it, and from there to the replicas in the order above. null: the same place. */
export const CITIES = {
  Stockholm: { region: 'Sweden Central', to: [27, 26, 100, 160, 190, 285] },
  Frankfurt: { region: 'Germany West Central', to: [null, 23, 94, 151, 166, 266] },
  'New York': { region: 'East US', to: [94, 100, null, 69, 224, 201] },
  'São Paulo': { region: 'Brazil South', to: [198, 203, 118, 169, 331, 295] },
  Johannesburg: { region: 'South Africa North', to: [166, 185, 220, 272, 177, 328] },
  Mumbai: { region: 'Central India', to: [140, 147, 201, 217, 53, 145] },
  Singapore: { region: 'Southeast Asia', to: [166, 184, 224, 170, null, 95] },
  Sydney: { region: 'Australia East', to: [267, 278, 202, 140, 95, null] },
};
