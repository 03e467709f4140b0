"""How nodes are split over purchase options: what they would cost, and the cheapest split."""
